/**
 * Remarks on the alleles of a locus: an allele that a table forgets, an expression class that no rule reads, a wild
 * type that shows, and a spelling that is ambiguous in declarations of linkage.
 * Guarantees: remarks that may be intended are hints, not warnings.
 */
import { dosageOf } from '../../genetics/genotype.js'
import { classOf } from '../../model/compile/classes.js'
import { asks, atomsOf, type Atom } from '../../model/compile/predicate.js'
import { linkageVocabulary, isSilent } from '../../model/cross/linkage.js'
import type { CompiledTable, Model, ModelLocus, TableColumn } from '../../model/model.js'
import { smallestExampleText } from '../../model/space/smallest-example.js'
import { suggestion } from '../../common/nearest.js'
import { hint, warning, type Diagnostic } from '../../rules/diagnostic.js'

export function alleleRemarks(model: Model): readonly Diagnostic[] {
  return [
    ...model.loci.flatMap((locus) => [...unreadExpressions(model, locus), ...shownWildType(model, locus)]),
    ...model.tables.flatMap((table) => table.columns.flatMap((column) => leftOut(model, table, column))),
    ...sharedSpellings(model),
  ]
}

/** Expression classes of alleles that no rule and no recombination fraction reads. */
function unreadExpressions(
  { tables, groups }: Model,
  { index, key, source }: ModelLocus,
): readonly Diagnostic[] {
  const alleleRows = source.alleles.filter((row) => row.standsFor === undefined)
  const isHere = ({ locus }: { readonly locus: number }): boolean => locus === index
  const columns = tables.flatMap((table) => table.columns.filter(isHere))
  const fractions = groups.flatMap(({ intervals }) => intervals.flat(2).flatMap(({ when }) => when))
  const conditionAtoms = fractions.filter(isHere).flatMap(({ condition }) => atomsOf(condition))
  const atoms = [...columns.flatMap((column) => column.atoms), ...conditionAtoms].filter(
    ({ kind }) => kind === 'expression',
  )
  const isRead = (allele: number): boolean => atoms.some((atom) => asks(atom, allele))
  const classes = [...new Set(alleleRows.flatMap(({ expression }) => expression ?? []))]
  const read = classes.filter((name) => isRead(alleleRows.findIndex(({ expression }) => expression === name)))
  return classes
    .filter((name) => !read.includes(name))
    .map((name) => {
      const having = alleleRows.filter(({ expression }) => expression === name)
      return warning('UNREAD_EXPRESSION', having[0]?.place ?? source.place, {
        what: `no rule reads the expression "${name}" of ${key}, which ${having.map(({ allele }) => allele).join(', ')} has.`,
        why: 'Rules that read expressions treat these alleles as if they had none.',
        fix: suggestion(name, read, 'remove it, or add a rule that reads it.'),
      })
    })
}

/**
 * A wild type that adds something to what an animal shows, while another allele does not. The wild type is assumed if
 * a request leaves the locus out, so it is most likely the wrong one of the two.
 */
function shownWildType({ loci, tables }: Model, locus: ModelLocus): readonly Diagnostic[] {
  const { wildType, key, alleles, noCopy, source } = locus
  if (wildType === null) return []
  const twice = (allele: number) => dosageOf(locus, [[allele], [allele]])
  const reading = tables.flatMap((table) =>
    table.columns.flatMap((column) => (column.locus === locus.index ? [{ table, column }] : [])),
  )
  for (const other of [...alleles.keys()].reverse()) {
    if (other === wildType || other === noCopy) continue
    const [wildTokens, others] = [wildType, other].map((allele) =>
      reading.flatMap(({ table, column }) => tokensBy(table, column, classOf(column, twice(allele)))),
    ) as [string[], string[]]
    const added = wildTokens.find((token) => !others.includes(token))
    if (added === undefined || others.some((token) => !wildTokens.includes(token))) continue
    const [wild = '', name = ''] = [alleles[wildType], alleles[other]]
    return [
      hint('WILD_TYPE_SHOWS', source.place, {
        what: `the wild type of ${key} is ${wild}, which gives "${added.split(' ')[0] ?? ''}", and ${name}/${name} does not.`,
        why: `${wild}/${wild} is assumed for animals whose ${key} is not given.`,
        fix: `set wild_type: ${name}, unless ${wild} is what most animals have.`,
        examples: [smallestExampleText(loci, new Map([[key, twice(other)]]))],
      }),
    ]
  }
  return []
}

/** The tokens that a table gives in one class of a locus, each with the cell of all other columns. */
function tokensBy(
  table: CompiledTable,
  { stride, classes }: TableColumn,
  ownClass: number,
): readonly string[] {
  return [...table.cells.keys()].flatMap((cell) => {
    if (Math.floor(cell / stride) % classes !== 0) return []
    const outcome = table.outcomes[table.cells[cell + ownClass * stride] ?? -1]
    return (outcome?.tokens ?? []).map((token) => `${token} in ${table.name} ${cell}`)
  })
}

/** An allele that no rule of a table mentions, although the table lists another allele in every pair. */
function leftOut(
  { loci }: Model,
  table: CompiledTable,
  { locus: index, atoms }: TableColumn,
): readonly Diagnostic[] {
  const locus = loci[index] as ModelLocus
  const pairs = atoms.flatMap((atom) => (atom.kind === 'pair' ? [atom.among] : []))
  const paired = [...new Set(pairs.flat())]
  const isPaired = (a: number, b: number): boolean =>
    pairs.some(([one, two]) => (one === a && two === b) || (one === b && two === a))
  const listed = paired.find((allele) => paired.every((other) => isPaired(allele, other)))
  if (listed === undefined || paired.length < 2) return []
  const isNamed = (allele: number): boolean => atoms.some((atom: Atom) => asks(atom, allele))
  return locus.alleles.flatMap((name, allele) => {
    if (allele === locus.wildType || allele === locus.noCopy || isNamed(allele)) return []
    const dosage = dosageOf(locus, [[listed], [allele]])
    return hint('ALLELE_LEFT_OUT', table.source.place, {
      what: `no rule of ${table.name} mentions ${name} of ${locus.key}.`,
      why: `It lists ${locus.alleles[listed] ?? ''} with each of ${paired.map((each) => locus.alleles[each]).join(', ')}, and not with ${name}.`,
      fix: `add the pairs with ${name} to its rules, unless they need no rule.`,
      examples: [smallestExampleText(loci, new Map([[locus.key, dosage]]))],
    })
  })
}

/** Spellings of alleles at two linked loci; declarations of linkage name alleles without their locus. */
function sharedSpellings(model: Model): readonly Diagnostic[] {
  return [...linkageVocabulary(model)].flatMap(([spelling, meant]) => {
    const [first, second] = meant.filter(({ locus, allele }) => !isSilent(locus, allele))
    if (first === undefined || second === undefined) return []
    const name = second.locus.alleles[second.allele]
    const row = second.locus.source.alleles.find(({ allele }) => allele === name)
    return warning('SHARED_SPELLING', row?.place ?? second.locus.source.place, {
      what: `"${spelling}" is an allele of ${first.locus.key} and of ${second.locus.key}, which are both in linkage groups.`,
      why: 'Declarations of linkage name alleles without their locus, so they could not tell the two apart.',
      fix: 'give one of the two another spelling.',
    })
  })
}
