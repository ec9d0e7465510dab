/** Slips of the pen in printed results: none is read as another genotype. `npm run sweep:reports` tries 2 000. */
import t from 'tap'
import { judgeMutants } from './judge-mutants.js'
import { mutantsOf } from './mutating.js'
import { everyPrinted } from './printing.js'
import { openShippedRuleset } from './shipped.js'

t.test(
  'a change that keeps the meaning is read the same, one that destroys it is asked about or unread',
  async (t) => {
    const { model } = await openShippedRuleset()
    const mutants = mutantsOf(everyPrinted(model), 200, 1)
    const { wrong, lost } = judgeMutants(model, mutants)
    t.ok(mutants.length > 180, `${mutants.length} mutants`)
    t.strictSame(wrong, [])
    t.strictSame(lost, [])
  },
)
