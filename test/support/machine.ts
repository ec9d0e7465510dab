/**
 * The machine that a measurement ran on: processor, cores, Node, governor, load at the start, commit.
 * Guarantees: what cannot be read is reported as unknown.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cpus, loadavg, release, totalmem, type } from 'node:os'
import { ROOT } from './children.js'

export interface Machine {
  readonly date: string
  readonly commit: string
  readonly lines: readonly (readonly [string, string])[]
}

/** Call it before anything is measured, since it reads the load. */
export function describeMachine(): Machine {
  const [first] = cpus()
  const [one = NaN, five = NaN] = loadavg()
  return {
    date: new Date().toISOString().slice(0, 16).replace('T', ' '),
    commit: commitText(),
    lines: [
      ['processor', first?.model ?? 'unknown'],
      ['cores', String(cpus().length)],
      ['governor', governor()],
      ['memory', `${Math.round(totalmem() / 2 ** 30)} GiB`],
      ['system', `${type()} ${release()}`],
      ['Node', process.version],
      ['load average at the start', `${one.toFixed(2)} over one minute, ${five.toFixed(2)} over five`],
    ],
  }
}

function governor(): string {
  try {
    return readFileSync('/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor', 'utf8').trim()
  } catch {
    return 'not readable'
  }
}

function commitText(): string {
  try {
    const git = (...words: readonly string[]): string =>
      execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' }).trim()
    return (
      git('rev-parse', '--short=12', 'HEAD') + (git('status', '--porcelain') === '' ? '' : ' and changes')
    )
  } catch {
    return 'unknown'
  }
}
