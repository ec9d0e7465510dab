/**
 * What is wrong with the genotypes of examples, before anything is asked of them.
 * Guarantees: every example that the service would refuse is reported as a warning, at the gene concerned: an example is
 * not what is served, and must not keep the rules from it.
 * Leaves to others: whether what an example expects comes out (examples.ts).
 */
import type { RuleBook } from '../../coats/rule-book.js'
import type { ModelLocus } from '../../model/model.js'
import { canonicalSpellings, readAlleles } from '../../model/phenotype/read-alleles.js'
import type { Diagnostic, DiagnosticCode } from '../../rules/diagnostic.js'
import { yamlList } from '../../rules/checks/likely-meant.js'
import { nearest, suggestion } from '../../rules/checks/nearest.js'
import type { Place } from '../../rules/tables.js'
import { placeOfKey } from '../../rules/yaml/word-places.js'
import { readExamples, statementOf, type ReadExample } from './examples.js'

export function exampleFaults(book: RuleBook): readonly Diagnostic[] {
  return readExamples(book).flatMap((example) => {
    if (typeof example.horse !== 'string') return []
    const found = faultsOf(book, example)
    if (found.length > 0) return found
    const { place } = statementOf(example)
    return warning('BAD_PAIR', place, `this example gets ${example.horse}.`, 'correct its genotype.')
  })
}

function faultsOf({ model }: RuleBook, example: ReadExample): readonly Diagnostic[] {
  const written = statementOf(example)
  const { given, place } = written
  const missing = model.loci.filter(({ required, key }) => required && !Object.hasOwn(given, key))
  return [
    ...missing.flatMap(({ key }) =>
      warning(
        'PARSE',
        place,
        `this example leaves out ${key}, which every request must state.`,
        `add ${key}: [X, Y] to its given.`,
      ),
    ),
    ...Object.entries(given).flatMap(([key, alleles]) => {
      const at = placeOfKey(written, `/given/${key}`)
      const locus = model.loci.find((each) => each.key === key)
      if (locus !== undefined) return allelesFault(locus, alleles, at)
      const what = `this example gives alleles of "${key}", which is no locus.`
      const keys = model.loci.map((each) => each.key)
      return warning('UNKNOWN_LOCUS', at, what, suggestion(key, keys))
    }),
  ]
}

function allelesFault(locus: ModelLocus, alleles: readonly string[], at: Place): readonly Diagnostic[] {
  if (readAlleles(locus, alleles) !== undefined) return []
  const known = canonicalSpellings(locus)
  const names = alleles.flatMap((text) => (locus.cis ? text.split('+') : [text]))
  const unknown = [...new Set(names)].filter(
    (name) => !locus.spellings.has(name) && !locus.borrowed.has(name),
  )
  if (unknown.length > 0) {
    return unknown.flatMap((name) => {
      const near = nearest(name, known)
      const mend = near === undefined ? `write one of: ${known.join(', ')}.` : `did you mean "${near}"?`
      return warning('UNKNOWN_ALLELE', at, `the locus ${locus.key} has no allele "${name}".`, mend)
    })
  }
  const [only] = alleles
  const mend =
    alleles.length === 1 && only !== undefined && !only.includes('+')
      ? `write both copies, such as ${yamlList([only, only])}.`
      : locus.cis
        ? 'write the two copies, variants of one copy joined by +, each variant once on a copy.'
        : 'write two alleles.'
  const what = `${yamlList(alleles)} is no genotype of ${locus.key}.`
  return warning('BAD_PAIR', at, what, mend)
}

function warning(code: DiagnosticCode, place: Place, what: string, mend: string): readonly Diagnostic[] {
  return [{ code, severity: 'warning', place, what, mend }]
}
