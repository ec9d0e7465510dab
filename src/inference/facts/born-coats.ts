/**
 * The coat below what hides everything.
 */
import type { Model, Outcome } from '../../model/model.js'
import { createPhenotypes, type Phenotypes } from '../../model/phenotype/phenotype.js'

/** The tokens that would be seen if no rule hid everything: what such a rule gives itself is not there either. */
export function createBornOutcomes(model: Model): (outcomes: readonly Outcome[]) => readonly string[] {
  let made: { readonly phenotypes: Phenotypes; readonly born: ReadonlyMap<Outcome, Outcome> } | undefined
  const make = (): NonNullable<typeof made> => {
    const born = new Map<Outcome, Outcome>()
    const tables = model.tables.map((table) => {
      const outcomes = table.outcomes.map((outcome): Outcome => {
        const fired = outcome.fired.filter(({ hides }) => hides !== 'all')
        const below =
          fired.length === outcome.fired.length
            ? outcome
            : { ...outcome, fired, tokens: [...new Set(fired.flatMap(({ then }) => then))] }
        born.set(outcome, below)
        return below
      })
      return { ...table, outcomes }
    })
    return { phenotypes: createPhenotypes({ ...model, tables }), born }
  }
  return (outcomes) => {
    made ??= make()
    const { phenotypes, born } = made
    return phenotypes.coatFrom(outcomes.map((outcome) => born.get(outcome) as Outcome)).tokens
  }
}
