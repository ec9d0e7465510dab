/**
 * Reads an untrusted file without relying on its size or type.
 * Guarantees: never reads more than `maxBytes`, even if the file grows; where a regular file is required, opening
 * does not block, so a FIFO without a writer cannot hang the process.
 */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'

/** A file that can be opened but not used. The message completes a sentence that begins with the file's name. */
export class FileRefusal extends Error {
  override readonly name = 'FileRefusal'

  /** @param fix what to do, as an imperative sentence */
  constructor(
    message: string,
    readonly fix: string,
  ) {
    super(message)
  }
}

export const MIB = 2 ** 20

const CHUNK_BYTES = 64 * 1024

interface ReadLimits {
  readonly maxBytes: number
  /** Also accepts pipes and devices, such as the shell's `<(…)`. */
  readonly acceptsPipes?: boolean
}

/** Throws FileRefusal or errors of `node:fs`. @param source a path, or 0 for standard input */
export function readLimited(source: string | 0, { maxBytes, acceptsPipes = false }: ReadLimits): Buffer {
  if (source === 0) return readUpTo(0, maxBytes, CHUNK_BYTES)
  const descriptor = openSync(source, constants.O_RDONLY | (acceptsPipes ? 0 : constants.O_NONBLOCK))
  try {
    const stats = fstatSync(descriptor)
    if (!stats.isFile() && (!acceptsPipes || stats.isDirectory())) {
      const kind = stats.isDirectory() ? 'a folder' : 'a pipe or a device'
      throw new FileRefusal(`is ${kind}, not a regular file`, 'put a regular file in its place.')
    }
    if (stats.size > maxBytes) throw tooLarge(maxBytes, `${stats.size} bytes`)
    return readUpTo(
      descriptor,
      maxBytes,
      stats.isFile() ? Math.min(stats.size + 1, CHUNK_BYTES) : CHUNK_BYTES,
    )
  } finally {
    closeSync(descriptor)
  }
}

function readUpTo(descriptor: number, maxBytes: number, chunkBytes: number): Buffer {
  const chunks: Buffer[] = []
  for (let total = 0; total <= maxBytes;) {
    const chunk = Buffer.allocUnsafe(chunkBytes)
    const count = readSync(descriptor, chunk)
    if (count === 0) return Buffer.concat(chunks, total)
    chunks.push(chunk.subarray(0, count))
    total += count
  }
  throw tooLarge(maxBytes, 'more bytes than that')
}

function tooLarge(maxBytes: number, has: string): FileRefusal {
  return new FileRefusal(`has ${has}; at most ${maxBytes / MIB} MiB are allowed`, 'split it.')
}
