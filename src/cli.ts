#!/usr/bin/env node
/**
 * `robe …`: where the process begins. A service starts without loading the commands.
 * Guarantees: a command that cannot do its work says why on stderr and ends with exit code 1.
 */

const words = process.argv.slice(2)
if (words.length === 1 && words[0] === 'serve') {
  const { serve } = await import('./main.js')
  await serve(process.env)
} else {
  // A reader that has seen enough (`… | head`) ends the command, and is no fault.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
    const why = error.code ?? error.message
    process.stderr.write(`error: the output cannot be written (${why}); what the command was to do is done\n`)
    process.exit(1)
  })
  const { runCommand } = await import('./cli/program.js')
  await runCommand()
}
