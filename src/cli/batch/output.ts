/**
 * Where the answers go: a file that appears when it is complete, or standard output.
 * Guarantees: a file is written under a temporary name in the same folder, synced, and renamed at the end, so that a killed batch
 * leaves no file that passes for whole; writing waits for a slow reader.
 */
import { once } from 'node:events'
import { open, rm, rename, type FileHandle } from 'node:fs/promises'
import { Refusal } from '../report.js'

export interface Output {
  readonly write: (text: string) => Promise<void>
  /** Makes the file appear. */
  readonly finish: () => Promise<void>
  /** Removes what was written. */
  readonly discard: () => Promise<void>
}

/** Name of a file that is not complete. */
export const unfinished = (file: string): string => `${file}.unfinished`

/** @param file a path, or `-` */
export async function openOutput(file: string): Promise<Output> {
  if (file === '-') return standardOutput()
  const temporary = unfinished(file)
  let handle: FileHandle
  try {
    handle = await open(temporary, 'w')
  } catch (error) {
    throw new Refusal(`error: ${temporary} cannot be written: ${error instanceof Error ? error.message : ''}`)
  }
  return {
    write: async (text) => void (await handle.writeFile(text)),
    finish: async () => {
      await handle.sync()
      await handle.close()
      await rename(temporary, file)
    },
    discard: async () => {
      await handle.close()
      await rm(temporary, { force: true })
    },
  }
}

function standardOutput(): Output {
  const { stdout } = process
  const nothing = (): Promise<void> => Promise.resolve()
  return {
    write: async (text) => {
      if (!stdout.write(text)) await once(stdout, 'drain')
    },
    finish: nothing,
    discard: nothing,
  }
}
