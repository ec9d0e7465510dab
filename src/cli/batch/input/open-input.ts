/**
 * The input of a batch: a file or standard input, as chunks of whole lines.
 */
import { createReadStream, statSync } from 'node:fs'
import { Refusal } from '../../report.js'
import { textChunks } from './text-chunks.js'

export interface Input {
  readonly chunks: AsyncGenerator<string>
  readonly bytesRead: () => number
  /** In bytes; undefined for a pipe. */
  readonly size: number | undefined
  /** Ends a stream that may be waiting for more. */
  readonly stop: (error: unknown) => void
}

const READ_BYTES = 128 * 1024

/** @param file a path, or `-` for standard input. Throws Refusal. */
export function openInput(file: string): Input {
  const size = file === '-' ? undefined : sizeOf(file)
  const stream = file === '-' ? process.stdin : createReadStream(file, { highWaterMark: READ_BYTES })
  const count = { bytes: 0 }
  return {
    chunks: textChunks(counted(stream, count)),
    bytesRead: () => count.bytes,
    size,
    stop: (error) => void stream.destroy(error instanceof Error ? error : new Error(String(error))),
  }
}

function sizeOf(file: string): number | undefined {
  try {
    const stats = statSync(file)
    if (stats.isDirectory()) throw new Refusal(`error: --in ${file} is a folder: expected a file`)
    return stats.isFile() ? stats.size : undefined
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal(`error: --in ${file} cannot be read: expected a file, or - for standard input`)
  }
}

async function* counted(stream: AsyncIterable<unknown>, count: { bytes: number }): AsyncGenerator<Buffer> {
  for await (const chunk of stream) {
    const read = chunk as Buffer
    count.bytes += read.length
    yield read
  }
}
