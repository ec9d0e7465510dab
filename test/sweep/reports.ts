/** `npm run sweep:reports`: 2 000 changed results against their meaning. Exits with 1 for a wrong reading. */
import { judgeMutants } from '../reports/judge-mutants.js'
import { mutantsOf } from '../reports/mutating.js'
import { everyPrinted } from '../reports/printing.js'
import { openShippedRuleset } from '../reports/shipped.js'

const seed = Number(process.env['SEED'] ?? 1)
const { model } = await openShippedRuleset()
const mutants = mutantsOf(everyPrinted(model), 2_000, seed)
const { wrong, lost } = judgeMutants(model, mutants)
for (const each of wrong) process.stdout.write(`wrong  ${each}\n`)
for (const each of lost) process.stdout.write(`lost   ${each}\n`)
process.stdout.write(
  `${mutants.length} changed results, seed ${seed}: ${wrong.length} read wrongly, ${lost.length} kept their meaning unread\n`,
)
if (wrong.length > 0) process.exitCode = 1
