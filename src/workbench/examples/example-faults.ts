/**
 * What is wrong with the genotypes of examples, before anything is asked of them.
 * Guarantees: every example that the service would refuse is reported as a warning, at the gene concerned: an example is
 * not what is served, and must not keep the rules from it.
 * Leaves to others: whether what an example expects comes out (examples.ts).
 */
import type { Ruleset } from '../../operations/ruleset.js'
import type { ModelLocus } from '../../model/model.js'
import { canonicalSpellings, readAlleles } from '../../model/phenotype/read-alleles.js'
import { warning, type Diagnostic } from '../../rules/diagnostic.js'
import { yamlList } from '../../rules/checks/refused-value.js'
import { suggestion } from '../../common/nearest.js'
import { suggestedAllele } from '../../rules/checks/suggested.js'
import type { Place } from '../../rules/tables.js'
import { placeOfKey } from '../../rules/yaml/word-places.js'
import { readExamples, type RuleExample } from './examples.js'

export function exampleFaults(ruleset: Ruleset): readonly Diagnostic[] {
  return readExamples(ruleset).flatMap(({ written, horse }) => {
    if (typeof horse !== 'string') return []
    const found = faultsOf(ruleset, written)
    if (found.length > 0) return found
    const what = `this example gets ${horse}.`
    return [warning('BAD_PAIR', written.place, { what, fix: 'correct its genotype.' })]
  })
}

function faultsOf({ model: { loci } }: Ruleset, written: RuleExample): readonly Diagnostic[] {
  const { given, place } = written
  const missing = loci.filter(({ required, key }) => required && !Object.hasOwn(given, key))
  return [
    ...missing.map(({ key }) =>
      warning('PARSE', place, {
        what: `this example leaves out ${key}, which every request must state.`,
        fix: `add ${key}: [X, Y] to its given.`,
      }),
    ),
    ...Object.entries(given).flatMap(([key, alleles]) => {
      const at = placeOfKey(written, `/given/${key}`)
      const locus = loci.find((each) => each.key === key)
      if (locus !== undefined) return allelesFaults(locus, alleles, at)
      const keys = loci.map((each) => each.key)
      const what = `this example gives alleles of "${key}", which is no locus.`
      return [warning('UNKNOWN_LOCUS', at, { what, fix: suggestion(key, keys) })]
    }),
  ]
}

function allelesFaults(locus: ModelLocus, alleles: readonly string[], at: Place): readonly Diagnostic[] {
  if (readAlleles(locus, alleles) !== undefined) return []
  const known = canonicalSpellings(locus)
  const names = alleles.flatMap((text) => (locus.cis ? text.split('+') : [text]))
  const unknown = [...new Set(names)].filter(
    (name) => !locus.spellings.has(name) && !locus.borrowed.has(name),
  )
  if (unknown.length > 0) {
    return unknown.map((name) => {
      const what = `the locus ${locus.key} has no allele "${name}".`
      return warning('UNKNOWN_ALLELE', at, { what, fix: suggestedAllele(name, known) })
    })
  }
  const what = `${yamlList(alleles)} is no genotype of ${locus.key}.`
  return [warning('BAD_PAIR', at, { what, fix: pairFix(locus, alleles) })]
}

function pairFix({ cis }: ModelLocus, alleles: readonly string[]): string {
  const [only = ''] = alleles
  if (alleles.length === 1 && !only.includes('+'))
    return `write both copies, such as ${yamlList([only, only])}.`
  if (cis) return 'write the two copies, variants of one copy joined by +, each variant once on a copy.'
  return 'write two alleles.'
}
