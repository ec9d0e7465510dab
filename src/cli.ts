#!/usr/bin/env node
/**
 * Entry point of `robe …`. `robe serve` starts without loading the other commands.
 * Guarantees: a command that fails says why on stderr and exits with code 1.
 */

const words = process.argv.slice(2)
if (words.length === 1 && words[0] === 'serve') {
  const { serve } = await import('./main.js')
  await serve(process.env)
} else {
  // A closed pipe (`… | head`) ends the command without an error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
    const why = error.code ?? error.message
    process.stderr.write(`error: the output cannot be written (${why}); the command itself has completed\n`)
    process.exit(1)
  })
  const { runCommand } = await import('./cli/program.js')
  await runCommand()
}
