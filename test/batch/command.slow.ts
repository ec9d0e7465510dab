/**
 * `robe batch` as a process: files that appear whole, exit codes, pipes, threads.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { ROOT, runRobe } from '../process/robe.js'
import { herdLines } from './realistic-herd.js'

const HEADER = 'line,id,coat,viability,notes,fault\n'

t.test('the same bytes for one worker and for two', async (t) => {
  const folder = t.testdir({ 'herd.csv': [...herdLines(20_000, 7)].join('') })
  const outs = ['1', '2'].map((workers) => ({ workers, out: join(folder, `out${workers}.csv`) }))
  for (const { workers, out } of outs) {
    const ran = await runRobe(t, [
      'batch',
      '--op',
      'coat',
      '--in',
      join(folder, 'herd.csv'),
      '--out',
      out,
      '--workers',
      workers,
      '--lang',
      'en',
    ])
    t.equal(ran.code, 0)
    t.match(ran.err, /^20,000 rows, [\d,]+ distinct questions, 0 faults; /)
  }
  const [one, two] = outs.map(({ out }) => readFileSync(out, 'utf8'))
  t.equal(one, two)
  t.equal(one?.split('\n').length, 20_002)
})

t.test('exit codes: 3 with --strict and faults, 1 where the batch fails, and then no file', async (t) => {
  const folder = t.testdir({
    'herd.csv': 'id,extension,agouti\na,Ee,AA\nb,Ex,AA\n',
    'other.csv': 'a,b\n1,2\n',
    full: { mine: '' },
  })
  const at = (name: string): string => join(folder, name)
  const run = (...words: readonly string[]) => runRobe(t, ['batch', '--lang', 'en', ...words])
  const faulty = ['--op', 'coat', '--in', at('herd.csv'), '--out', at('out.csv')]
  t.equal((await run(...faulty)).code, 0)
  t.match(readFileSync(at('out.csv'), 'utf8'), `${HEADER}2,a,Bay,,,\n3,b,,,,"Invalid genetic combination`)
  t.equal((await run(...faulty, '--strict')).code, 3)
  const failed = await run('--op', 'coat', '--in', at('other.csv'), '--out', at('none.csv'))
  t.equal(failed.code, 1)
  t.match(failed.err, 'no column of the header is known: a, b')
  t.notOk(existsSync(at('none.csv')) || existsSync(at('none.csv.unfinished')))
  t.match((await run('--op', 'check', '--in', '-', '--out', at('x'))).err, '--op check reads a file')
  t.match((await run('--op', 'check', '--in', at('herd.csv'), '--out', at('full'))).err, 'holds mine')
  t.match((await run('--op', 'coat', '--in', at('absent.csv'))).err, 'cannot be read')
})

t.test('answers are written while the input pauses, in order', async (t) => {
  const child = spawn(process.execPath, [
    join(ROOT, 'build/src/cli.js'),
    'batch',
    '--op',
    'coat',
    '--lang',
    'en',
  ])
  t.teardown(() => child.kill('SIGKILL'))
  child.stdout.setEncoding('utf8')
  let out = ''
  const until = async (text: string): Promise<void> => {
    while (!out.endsWith(text)) out += String((await once(child.stdout, 'data'))[0])
  }
  child.stdin.write('id,extension,agouti\na,Ee,AA\nb,ee,')
  await until('2,a,Bay,,,\n')
  child.stdin.write('AA\n')
  await until('3,b,Chestnut,,,\n')
  child.stdin.end('c,EE,aa')
  await until('4,c,Black,,,\n')
  const [code] = (await once(child, 'close')) as [number]
  t.equal(code, 0)
  t.equal(out, `${HEADER}2,a,Bay,,,\n3,b,Chestnut,,,\n4,c,Black,,,\n`)
})

t.test('a batch that is killed leaves no file that passes for whole, and runs again', async (t) => {
  const folder = t.testdir({ 'herd.csv': [...herdLines(100_000, 9)].join('') })
  const [file, out] = [join(folder, 'herd.csv'), join(folder, 'out.csv')]
  writeFileSync(out, 'of yesterday\n')
  const words = ['batch', '--op', 'coat', '--in', file, '--out', out, '--lang', 'en']
  const child = spawn(process.execPath, [join(ROOT, 'build/src/cli.js'), ...words], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  // Killed as soon as something has been written.
  while (!existsSync(`${out}.unfinished`) || readFileSync(`${out}.unfinished`).length < 100_000)
    await new Promise((resolve) => void setImmediate(resolve))
  child.kill('SIGKILL')
  await ended
  t.equal(readFileSync(out, 'utf8'), 'of yesterday\n', 'the old file is untouched')
  t.equal((await runRobe(t, words)).code, 0)
  t.equal(readFileSync(out, 'utf8').split('\n').length, 100_002)
  t.notOk(existsSync(`${out}.unfinished`))
})
