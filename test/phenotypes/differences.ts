/**
 * What a phenotype from the outcome tables says otherwise than a fresh engine run.
 */
import type { Phenotype } from '../../src/model/phenotype/phenotype.js'
import type { FreshCoat } from './fresh-engine.js'

export function differencesOf(phenotype: Phenotype, fresh: FreshCoat): readonly string[] {
  const { coat, hidden, notes, outcomes } = phenotype
  const ids = (which: 'fired' | 'overridden'): readonly (readonly string[])[] =>
    outcomes.map((outcome) => outcome[which].map((rule) => rule.id))
  const pairs: readonly (readonly [string, unknown, unknown])[] = [
    ['tokens', coat.tokens, fresh.tokens],
    ['hidden', hidden.map(({ token, by }) => `${token}<${by.id}`), fresh.hidden],
    ['viability', coat.viability ?? null, fresh.viability ?? null],
    ['notes', notes, fresh.notes],
    ['fired', ids('fired'), fresh.fired],
    ['overridden', ids('overridden'), fresh.overridden],
  ]
  return pairs
    .map(([what, ours, theirs]) => [what, JSON.stringify(ours), JSON.stringify(theirs)] as const)
    .filter(([, ours, theirs]) => ours !== theirs)
    .map(([what, ours, theirs]) => `${what} ${ours}, engine ${theirs}`)
}
