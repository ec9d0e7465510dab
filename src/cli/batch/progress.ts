/**
 * What a batch tells people on stderr: a line of progress on a terminal, and a summary.
 * Guarantees: nothing but the summary is written to a pipe or file.
 */
import { counted } from '../terminal.js'

export interface Counts {
  rows: number
  faults: number
  /** Questions that failed by a bug. */
  bugs: number
  /** Distinct questions that were computed. */
  computed: number
}

const EVERY_MS = 500

/** @param bytesRead of the input @param size of the input in bytes; undefined if it is not known */
export function showProgress(
  counts: Counts,
  bytesRead: () => number,
  size: number | undefined,
  stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write'> = process.stderr,
) {
  const started = performance.now()
  const seconds = (): number => Math.max(performance.now() - started, 1) / 1000
  const shown = (): string => {
    const { rows, faults } = counts
    const share = size === undefined || size === 0 ? 0 : bytesRead() / size
    const left = share === 0 ? '' : `, ${Math.ceil((seconds() * (1 - share)) / share)} s left`
    return `${several(rows, 'row')}, ${number(rows / seconds())} rows/s, ${several(faults, 'fault')}${left}`
  }
  const timer =
    stream.isTTY === true ? setInterval(() => stream.write(`\r\x1b[K${shown()}`), EVERY_MS) : undefined
  timer?.unref()
  return {
    /** The summary, after which nothing is shown. */
    end: (): string => {
      clearInterval(timer)
      if (stream.isTTY === true) stream.write('\r\x1b[K')
      const { rows, faults, bugs, computed } = counts
      const failed = bugs === 0 ? '' : `, ${number(bugs)} not answered because of a fault of robe`
      return `${several(rows, 'row')}, ${several(computed, 'distinct question')}, ${several(faults, 'fault')}${failed}; ${seconds().toFixed(1)} s, ${number(rows / seconds())} rows/s`
    },
  }
}

function number(value: number): string {
  return counted(BigInt(Math.round(value)))
}

function several(count: number, what: string): string {
  return `${number(count)} ${what}${count === 1 ? '' : 's'}`
}
