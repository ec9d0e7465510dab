/**
 * Foals of two parents of which not everything is known: `generateChild` with signs, `seen`, `untested`, `population`.
 * Guarantees: a request without any of these never comes here; rows are coats.
 */
import { pairOf } from '../../genetics/genotype.js'
import type { DeclaredAllele } from '../../genetics/haplotype.js'
import { completeCopy } from '../../genetics/locus.js'
import type { CopyPattern, KnownHorse } from '../../inference/question.js'
import { readDeclaration } from '../../model/cross/linkage.js'
import type { ModelLocus } from '../../model/model.js'
import type { Fields } from '../answers.js'
import { isNothing } from '../request/horse.js'
import { readLinkageSides, refusedSide } from '../request/linkage.js'
import { readCrossOptions } from '../request/options.js'
import { invalidField } from '../request/refusals.js'
import type { RuleBook } from '../rule-book.js'
import { askAll } from './answer-asks.js'
import { readFoals } from './reading/asks.js'
import { isOpenHorse, notWhereOpen, says } from './reading/is-open.js'
import { knownHorse, spokenOf } from './reading/known-horse.js'
import { readOpenHorse, readUntested } from './reading/open-horse.js'
import { readPopulation } from './reading/population.js'
import type { AskAnswer, CoatsTold, Grounds, WorkAsked } from './shapes.js'

export interface OpenCrossAnswer extends CoatsTold, Grounds {
  readonly has_kit_linkage: boolean
  readonly has_IDK: boolean
}

const PARENTS = ['mother', 'father'] as const

/** Throws ContractError for the client's faults. */
export function askOpenCross(
  book: RuleBook,
  fields: Fields,
  fallbackLanguage: string,
): WorkAsked<OpenCrossAnswer> {
  const options = readCrossOptions(fields, book.languages, fallbackLanguage, book.maxResults)
  const { language, limit, hasIdk } = options
  if (options.band) throw notWhereOpen(fields, 'recombination_band', 'false')
  if (says(fields, 'sexes')) throw notWhereOpen(fields, 'sexes', 'nothing')
  if (options.groupBy === 'coat,sex') throw invalidField('group_by', options.groupBy, ['coat'])
  const isUntested = readUntested(fields['untested'], 'untested')
  const read = PARENTS.map((parent) =>
    readOpenHorse(book, fields[parent], parent, {
      language,
      isUntested,
      sent: fields,
      sex: parent === 'mother' ? 'female' : 'male',
    }),
  )
  const areKnown = !isUntested && !PARENTS.some((parent) => isOpenHorse(fields[parent]))
  const population = areKnown ? undefined : readPopulation(book.model, fields['population'])
  const foals = readFoals(book, fields, '', language)
  const sides = readLinkageSides(fields['kit_linkage'])
  const spoken = spokenOf(read, population)
  const horses = PARENTS.map((id, i) => {
    const known = knownHorse(book, id, read[i] as (typeof read)[0], spoken)
    const declared = carriedOf(book, readTogether(book, sides[id], id), known)
    const together = areKnown ? actingOf(book, sides[id], known) : declared
    return together.size === 0 ? known : { ...known, together }
  })
  const question = { population, horses }
  const asks = [{ kind: 'foal', mother: 0, father: 1, foals }] as const
  return askAll(book, { question, read, asks, language, limit, places: PARENTS }, ([answer], grounds) => {
    const { ask: _ask, mother: _m, father: _f, ...told } = answer as Extract<AskAnswer, { ask: 'foal' }>
    return {
      ...told,
      has_kit_linkage: horses.some((horse) => 'together' in horse),
      has_IDK: hasIdk,
      ...grounds,
    }
  })
}

/** Of a parent of which all is known only what it carries acts, as where nothing else is asked. */
function actingOf({ model, genotypes, linkage }: RuleBook, value: unknown, { tests }: KnownHorse) {
  const genotype = model.loci.map((locus) => {
    const wild = [locus.wildType ?? 0]
    const layouts = tests
      .get(locus.index)
      ?.pairs.map(([a, b]) => pairOf(a[0]?.has ?? wild, b[0]?.has ?? wild))
    return genotypes.of(locus, layouts ?? [pairOf(wild, wild)])
  })
  const texts = Array.isArray(value) ? (value as readonly string[]) : []
  return readDeclaration(model, linkage, texts, genotype)?.together ?? new Map<number, never>()
}

/**
 * Alleles declared to lie together on one copy, by linkage group; a wild type that does not say of which gene it is, is
 * passed over. Whether the animal carries them, its tests tell.
 */
function readTogether(
  book: RuleBook,
  value: unknown,
  parent: (typeof PARENTS)[number],
): ReadonlyMap<number, readonly DeclaredAllele[]> {
  const together = new Map<number, readonly DeclaredAllele[]>()
  if (isNothing(value) || value === '') return together
  if (!Array.isArray(value)) throw refusedSide(book, value, parent)
  for (const text of value as readonly unknown[]) {
    const candidates = typeof text === 'string' ? book.linkage.get(text) : undefined
    if (candidates === undefined) throw refusedSide(book, value, parent)
    const [speaking] = candidates.filter(
      ({ locus, allele }) => locus.required || allele !== locus.wildType || String(text).includes('@'),
    )
    if (speaking === undefined) continue
    const { group, position, allele, locus } = speaking
    const own = together.get(group) ?? []
    const ofLocus = own.filter((each) => each.position === position)
    if (ofLocus.some((each) => each.allele === allele)) continue
    // A copy with a variant is no wild type copy.
    const isWild = [speaking, ...ofLocus].some((each) => each.allele === locus.wildType)
    if (ofLocus.length > 0 && (!locus.cis || isWild)) throw refusedSide(book, value, parent)
    together.set(group, [...own, { position, allele }])
  }
  return together
}

/**
 * Only what the parent's own tests leave it acts; of that, what says nothing by itself is passed over, and a group of which they
 * leave no copy with all that is named.
 */
function carriedOf(
  { model }: RuleBook,
  declared: ReadonlyMap<number, readonly DeclaredAllele[]>,
  { tests }: KnownHorse,
): ReadonlyMap<number, readonly DeclaredAllele[]> {
  const acting = [...declared].flatMap(([group, alleles]) => {
    const locusAt = (position: number): ModelLocus => model.groups[group]?.loci[position] as ModelLocus
    const canCarry = (position: number, some: readonly DeclaredAllele[]): boolean => {
      const locus = locusAt(position)
      const holds = ({ has, lacks, more }: CopyPattern[number]): boolean =>
        some.every(
          ({ allele }) => completeCopy(locus, has).includes(allele) || (more && !lacks.includes(allele)),
        )
      return tests.get(locus.index)?.pairs.flat(2).some(holds) ?? true
    }
    const own = alleles.filter((each) => canCarry(each.position, [each]))
    const [only] = own
    if (only === undefined) return []
    const isContradicted = own.some(
      ({ position }) =>
        !canCarry(
          position,
          own.filter((each) => each.position === position),
        ),
    )
    // One allele says nothing by itself, but for the wild type where variants can share a copy: they do then.
    const { cis, wildType } = locusAt(only.position)
    const speaks = own.length > 1 || (cis && only.allele === wildType)
    return speaks && !isContradicted ? [[group, own] as const] : []
  })
  return new Map(acting)
}
