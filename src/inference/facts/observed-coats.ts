/**
 * The genotypes that show an observed coat, and those that are not lethal, computed from the compiled tables.
 * Guarantees: exact. Memoized for a few kinds of questions; the cost is counted as if it were not, so that the same question
 * always costs the same.
 * Leaves to others: matching patterns with the parts of a coat (coat-patterns.ts).
 */
import { coatTables, groupOfOne, splitComponents, withDependencies } from '../../model/by-coat/components.js'
import { hidesAll } from '../../model/by-coat/parts.js'
import { createTableSteps, type TableSteps } from '../../model/by-coat/table-steps.js'
import type { CompiledTable, Outcome } from '../../model/model.js'
import { coatFrom } from '../../model/phenotype/phenotype.js'
import { createBoundedMap, once, onceEach, onceFor } from '../../common/memo.js'
import { variantOf } from '../../rules/notation.js'
import type { CoatPattern } from '../question.js'
import type { Rules } from '../rules.js'
import { readPatterns, type ReadPatterns, type WeighedSets } from './coat-patterns.js'
import type { LocusCopies } from './copies.js'
import { diagramOver, type DecisionDiagram } from './decision-diagram.js'
import type { GenotypeSet } from './genotype-sets.js'
import type { Shown } from './likelihood/of-pattern.js'
import type { CoatPart } from './likelihood/read-part.js'

/** Tables that read the same loci, with the steps through them. */
interface Part {
  readonly loci: readonly number[]
  readonly steps: TableSteps
  /** All tokens that its tables can give. */
  readonly tokens: ReadonlySet<string>
}

/** Questions about the same copies are of one kind. Memory: four or five megabytes a kind. */
const MAX_KINDS = 4
const MAX_PATTERNS = 20

export type CoatReader = Readonly<ReturnType<ReturnType<typeof createReadCoats>>>

/** @param most operations after which reading ends */
export function createReadCoats({ model, genotypes }: Rules, most: number) {
  const groups = model.loci.map(groupOfOne)
  // Rules that patterns name are told apart, even where a coat is the same by another rule.
  const named = new Set(model.source.looks.flatMap(({ by }) => by))
  const partOf = (loci: readonly number[], tables: readonly CompiledTable[], isSeen: IsSeen): Part => ({
    loci,
    steps: createTableSteps(
      loci.flatMap((locus) => groups[locus] ?? []),
      tables,
      (outcome) => effectOf(outcome, isSeen, named),
    ),
    tokens: new Set(
      tables.flatMap(({ outcomes }) => outcomes.flatMap(({ tokens }) => tokens)).filter(isSeen),
    ),
  })
  const components = splitComponents(groups, coatTables(model.tables))
  const partsBy = onceFor((isSeen: IsSeen) =>
    components.map((each) => partOf(each.groups, each.tables, isSeen)),
  )
  const lethalTables = withDependencies(model.tables, ({ outcomes }) => outcomes.some(isLethal))
  const lethalLoci = new Set(lethalTables.flatMap(({ columns }) => columns.map(({ locus }) => locus)))
  const lethal = partOf(
    [...groups.keys()].filter((locus) => lethalLoci.has(locus)),
    lethalTables,
    isUnnumbered,
  )
  const readerOf = (copies: readonly LocusCopies[]) => {
    const diagramOf = ({ loci, steps }: Part): DecisionDiagram =>
      diagramOver(
        loci.map((locus) => copies[locus] as LocusCopies),
        genotypes,
        steps,
      )
    const shownBy = onceFor((isSeen: IsSeen) =>
      partsBy(isSeen).map((part): CoatPart => ({
        tokens: part.tokens,
        diagram: once(() => {
          const { outcomes, genotypesWith, steps } = diagramOf(part)
          const shown = outcomes.map((own): Shown => {
            const tokens = coatFrom(own).tokens.filter(isSeen)
            return { isWhole: hidesAll(own), tokens, givenBy: givenBy(own, tokens) }
          })
          return { shown, genotypesWith, steps }
        }),
      })),
    )
    const remembered = createBoundedMap<string, ReadPatterns>(MAX_PATTERNS)
    return {
      /** Not memoized where it stopped because it would take too much. */
      read: (key: string, patterns: readonly CoatPattern[], left: number): ReadPatterns => {
        const known = remembered.known(key)
        if (known !== undefined) return known
        const isSeen = patterns.some(namesVariant) ? isAnything : isUnnumbered
        const made = readPatterns(shownBy(isSeen), patterns, left)
        return made.operations > left ? made : remembered.keep(key, made)
      },
      alive: once((): GenotypeSet => {
        const { outcomes, genotypesWith } = diagramOf(lethal)
        return genotypesWith((place) => outcomes[place]?.some(isLethal) !== true)
      }),
    }
  }
  const readers = createBoundedMap<string, ReturnType<typeof readerOf>>(MAX_KINDS)
  let next = 0
  const numberOf = onceFor<LocusCopies, number>(() => next++)
  return (copies: readonly LocusCopies[]) => {
    const key = copies.map(numberOf).join()
    const { read, alive } = readers.known(key) ?? readers.keep(key, readerOf(copies))
    // Patterns of this question that were read: reading them again costs nothing.
    const known = new Map<string, ReadPatterns>()
    const operations = (): number => [...known.values()].reduce((sum, each) => sum + each.operations, 0)
    const readOnce = (patterns: readonly CoatPattern[]): ReadPatterns => {
      const key = JSON.stringify(patterns)
      const spent = operations()
      const made =
        known.get(key) ?? (spent > most ? NOT_READ : read(key, patterns, Math.max(most - spent, ENOUGH)))
      known.set(key, made)
      return made
    }
    return {
      /** The genotypes that match one of the patterns: those in all of these sets, by how likely the observation is. */
      genotypesShowing: onceEach((patterns: readonly CoatPattern[]): WeighedSets => readOnce(patterns)),
      /** What reading has cost so far. Once it exceeds what is allowed, nothing further is read. */
      operations,
      /** The genotypes that are not lethal. */
      alive,
    }
  }
}

/** Operations that each coat may take while any are left, so that a plain one is always read whole and a refusal states its cost. */
const ENOUGH = 50_000

const NOT_READ: ReadPatterns = { constraints: [], weights: new Map(), operations: 0 }

/**
 * Which tokens an observation can speak of. Variants with a number, such as W5, multiply what KIT can show, and are told apart
 * only for patterns that name one.
 */
type IsSeen = (token: string) => boolean
const isAnything: IsSeen = () => true
const isUnnumbered: IsSeen = (token) => variantOf(token) === undefined

function namesVariant({ exactly = [], has, lacks, traits = [] }: CoatPattern): boolean {
  return [...exactly, ...has, ...lacks, ...traits.map(({ token }) => token)].some(
    (token) => !isUnnumbered(token),
  )
}

/** Outcomes with the same key look the same. @param named ids of rules that are told apart */
function effectOf({ undecided, fired }: Outcome, isSeen: IsSeen, named: ReadonlySet<string>): string {
  const effects = fired.flatMap(({ id, then, hides, but, viability }) => {
    const tokens = then.filter(isSeen)
    const isVisible = tokens.length > 0 || hides.length > 0 || viability !== undefined
    const isNamed = named.has(id)
    return isVisible || isNamed ? [JSON.stringify([tokens, hides, but, viability, isNamed ? id : ''])] : []
  })
  return JSON.stringify([undecided, ...new Set(effects)])
}

/** By token, the ids of the rules that give it. */
function givenBy(outcomes: readonly Outcome[], tokens: readonly string[]): Shown['givenBy'] {
  const fired = outcomes.flatMap((outcome) => outcome.fired)
  return new Map(
    tokens.map((token) => [token, fired.flatMap(({ id, then }) => (then.includes(token) ? [id] : []))]),
  )
}

function isLethal({ fired }: Outcome): boolean {
  return fired.some(({ viability }) => viability?.status === 'lethal')
}
