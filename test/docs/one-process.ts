/**
 * The command line in one process for all the commands of a page, asked one after the other.
 * Guarantees: only the settings given reach it; what it prints comes whole, with the exit code.
 * Leaves to others: what runs there (robe-child.ts).
 */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export interface Answer {
  /** Both streams, in the order of writing. */
  readonly printed: string
  readonly code: number
}

export interface RobeProcess {
  readonly ask: (words: readonly string[]) => Promise<Answer>
  readonly end: () => void
}

/** @param folder where it runs */
export function startRobeProcess(folder: string, env: NodeJS.ProcessEnv): RobeProcess {
  const robe = fork(fileURLToPath(new URL('robe-child.js', import.meta.url)), {
    cwd: folder,
    env,
    // What this process was started with is not for the reader's.
    execArgv: [],
    stdio: 'inherit',
  })
  return {
    ask: (words) =>
      new Promise((resolve, reject) => {
        const ended = (): void => reject(new Error(`robe ${words.join(' ')}: the process ended`))
        robe.once('exit', ended)
        robe.once('message', (answer) => {
          robe.off('exit', ended)
          resolve(answer as Answer)
        })
        robe.send(words)
      }),
    end: () => void robe.kill(),
  }
}
