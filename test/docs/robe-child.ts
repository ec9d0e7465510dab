/**
 * The command line again and again in one process: a message brings the words, the answer what was printed.
 * Starting a process for each of a page's commands would take most of the time.
 */

interface Answer {
  readonly printed: string
  readonly code: number
}

class Exit extends Error {}

process.exit = (code) => {
  process.exitCode = code ?? process.exitCode
  throw new Exit()
}

process.on('message', (words: readonly string[]) => {
  void run(words).then((answer) => process.send?.(answer))
})

let runs = 0

async function run(words: readonly string[]): Promise<Answer> {
  const printed: string[] = []
  process.argv = [process.argv[0] ?? '', 'robe', ...words]
  process.exitCode = 0
  for (const stream of [process.stdout, process.stderr]) {
    stream.write = (text: string | Uint8Array) => {
      printed.push(String(text))
      return true
    }
  }
  try {
    // The module is the program: it runs anew under each name it is imported by.
    await import(`../../src/cli.js?run=${runs++}`)
  } catch (error) {
    if (!(error instanceof Exit)) throw error
  }
  process.stdout.removeAllListeners('error')
  return { printed: printed.join(''), code: Number(process.exitCode) }
}
