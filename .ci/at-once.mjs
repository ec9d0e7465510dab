/**
 * Runs command lines side by side: node .ci/at-once.mjs "tsc -p a" "tsc -p b && node c.mjs".
 * Guarantees: ends when all have ended, with the exit code of the first that failed, if any did.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'

const children = process.argv.slice(2).map((line) => spawn(line, { shell: true, stdio: 'inherit' }))
const ended = await Promise.all(children.map((child) => once(child, 'close')))
process.exitCode = ended.map(([code]) => code ?? 1).find((code) => code !== 0) ?? 0
