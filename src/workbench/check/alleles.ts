/**
 * What rules make of the alleles of a locus: one that a table forgets, a class of expression that nothing asks for, a wild
 * type that shows, a spelling that a declaration of linkage cannot tell from another.
 * Guarantees: hints only where an author may have meant it so.
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

/** A class of expression that some alleles have, and no rule and no fraction asks for. */
function unreadExpressions(
  { tables, groups }: Model,
  { index, key, source }: ModelLocus,
): readonly Diagnostic[] {
  const own = source.alleles.filter((row) => row.standsFor === undefined)
  const isHere = ({ locus }: { readonly locus: number }): boolean => locus === index
  const columns = tables.flatMap((table) => table.columns.filter(isHere))
  const fractions = groups.flatMap(({ intervals }) => intervals.flat(2).flatMap(({ when }) => when))
  const asked = fractions.filter(isHere).flatMap(({ condition }) => atomsOf(condition))
  const atoms = [...columns.flatMap((column) => column.atoms), ...asked].filter(
    ({ kind }) => kind === 'expression',
  )
  const isRead = (allele: number): boolean => atoms.some((atom) => asks(atom, allele))
  const classes = [...new Set(own.flatMap(({ expression }) => expression ?? []))]
  const read = classes.filter((name) => isRead(own.findIndex(({ expression }) => expression === name)))
  return classes
    .filter((name) => !read.includes(name))
    .map((name) => {
      const having = own.filter(({ expression }) => expression === name)
      return warning('UNREAD_EXPRESSION', having[0]?.place ?? source.place, {
        what: `no rule asks ${key} for the expression "${name}", which ${having.map(({ allele }) => allele).join(', ')} has.`,
        why: 'For every rule that asks for an expression it is as if none were stated.',
        fix: suggestion(name, read, 'remove it, or let a rule ask for it.'),
      })
    })
}

/**
 * A wild type that adds something to what an animal shows, and another allele that does not: assumed wherever a request
 * says nothing of the locus, it is most likely the wrong one of the two.
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
    const [own, others] = [wildType, other].map((allele) =>
      reading.flatMap(({ table, column }) => tokensBy(table, column, classOf(column, twice(allele)))),
    ) as [string[], string[]]
    const added = own.find((token) => !others.includes(token))
    if (added === undefined || others.some((token) => !own.includes(token))) continue
    const [wild = '', name = ''] = [alleles[wildType], alleles[other]]
    return [
      hint('WILD_TYPE_SHOWS', source.place, {
        what: `the wild type of ${key} is ${wild}, which gives "${added.split(' ')[0] ?? ''}", and ${name}/${name} does not.`,
        why: `Of an animal of whose ${key} nothing is said, ${wild}/${wild} is assumed.`,
        fix: `set wild_type: ${name}, unless ${wild} is what most animals have.`,
        examples: [smallestExampleText(loci, new Map([[key, twice(other)]]))],
      }),
    ]
  }
  return []
}

/** The tokens that a table gives in one class of a locus, each with the classes of all else that it stands in. */
function tokensBy(table: CompiledTable, { stride, classes }: TableColumn, own: number): readonly string[] {
  return [...table.cells.keys()].flatMap((cell) => {
    if (Math.floor(cell / stride) % classes !== 0) return []
    const outcome = table.outcomes[table.cells[cell + own * stride] ?? -1]
    return (outcome?.tokens ?? []).map((token) => `${token} in ${table.name} ${cell}`)
  })
}

/** An allele of which a table says nothing that lists some other allele with each allele that it pairs. */
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
      what: `no rule of ${table.name} speaks of ${name} of ${locus.key}.`,
      why: `It lists ${locus.alleles[listed] ?? ''} with each of ${paired.map((each) => locus.alleles[each]).join(', ')}, and not with ${name}.`,
      fix: `add the pairs with ${name} to its rules, unless there is nothing to say of them.`,
      examples: [smallestExampleText(loci, new Map([[locus.key, dosage]]))],
    })
  })
}

/** Spellings that mean an allele of each of two linked loci: a declaration of linkage finds alleles by them. */
function sharedSpellings(model: Model): readonly Diagnostic[] {
  return [...linkageVocabulary(model)].flatMap(([spelling, meant]) => {
    const [first, second] = meant.filter(({ locus, allele }) => !isSilent(locus, allele))
    if (first === undefined || second === undefined) return []
    const name = second.locus.alleles[second.allele]
    const row = second.locus.source.alleles.find(({ allele }) => allele === name)
    return warning('SHARED_SPELLING', row?.place ?? second.locus.source.place, {
      what: `"${spelling}" is an allele of ${first.locus.key} and of ${second.locus.key}, which are both linked to something.`,
      why: 'Who says what lies on one copy names alleles without their locus, and could not say which of the two is meant.',
      fix: 'give one of the two another spelling.',
    })
  })
}
