/**
 * Which genotypes look different under two rule sets: how many of the whole space, part by part, each with the
 * smallest horse that shows it.
 * Guarantees: exact over every genotype that both rule sets know; none is listed.
 * Leaves to others: names (renamed.ts), and genotypes that only one of the two knows (structure.ts).
 */
import { combineParts, sizeOf, type SpaceCoat } from '../../coats/space-coats.js'
import { hidesAll } from '../../model/by-coat/parts.js'
import type { Coat, CompiledTable, LocusGenotype, Outcome } from '../../model/model.js'
import { createPhenotypes } from '../../model/phenotype/phenotype.js'
import { surveySpace } from '../../model/space/space.js'
import { plainToken, type JointModel } from './joint.js'

/** Genotypes of the whole space that lose and gain the same. */
export interface Change {
  /** Tokens, and what else differs: a viability, hiding. */
  readonly lost: readonly string[]
  readonly gained: readonly string[]
  readonly genotypes: bigint
  /** The smallest of them. */
  readonly witness: readonly LocusGenotype[]
}

export interface Comparison {
  /** Genotypes that both rule sets know. */
  readonly genotypes: bigint
  readonly changed: bigint
  /** Most genotypes first. One genotype may be in several, where several parts of it change. */
  readonly changes: readonly Change[]
  /** Coats that are the same under both, with their genotypes. @param holding tokens that they must show */
  readonly unchangedCoats: (holding: readonly string[]) => Generator<SpaceCoat>
}

export function compareSpaces(joint: JointModel): Comparison {
  const compared = compareParts(joint)
  const genotypes = product(compared.components.map((each) => each.genotypes))
  return {
    genotypes,
    changed: genotypes - countUnchanged(compared),
    changes: listChanges(compared),
    unchangedCoats: (holding) => unchangedCoats(compared, holding),
  }
}

/** What one rule set shows of a part. */
interface Seen {
  /** Sorted. */
  readonly tokens: readonly string[]
  /** Status and evidence; undefined for a horse that is expected to live. */
  readonly viability: string | undefined
  readonly hidesRest: boolean
  /** The same for what looks the same. */
  readonly text: string
}

interface ComparedPart {
  readonly before: Seen
  readonly after: Seen
  readonly genotypes: bigint
  readonly witness: readonly LocusGenotype[]
}

interface ComparedComponent {
  readonly parts: readonly ComparedPart[]
  readonly genotypes: bigint
}

/** The components of both rule sets' coats. At most one of them can hide the others. */
interface Compared {
  readonly components: readonly ComparedComponent[]
  /** Of the one that can hide; HIDES_NOTHING, where there is none. */
  readonly hidingParts: readonly ComparedPart[]
  readonly others: readonly ComparedComponent[]
}

const NOTHING: Seen = { tokens: [], viability: undefined, hidesRest: false, text: '' }
const HIDES_NOTHING: ComparedPart = { before: NOTHING, after: NOTHING, genotypes: 1n, witness: [] }

function compareParts(joint: JointModel): Compared {
  const { coatFrom } = createPhenotypes(joint.model)
  // Few coats are seen very often: each is put in words once.
  const known = new Map<string, Seen>()
  const see = (outcomes: readonly Outcome[], tables: readonly CompiledTable[], after: boolean): Seen => {
    const own = outcomes.filter((_, i) => joint.isAfter(tables[i] as CompiledTable) === after)
    const coat = coatFrom(own)
    const hidesRest = hidesAll(own)
    const key = `${hidesRest} ${coat.key}`
    const seen = known.get(key) ?? seenOf(coat, hidesRest)
    known.set(key, seen)
    return seen
  }
  const space = surveySpace(joint.model, {
    among: joint.common,
    sameToken: plainToken,
    keyOf: (outcomes, tables) => `${see(outcomes, tables, false).text} ${see(outcomes, tables, true).text}`,
  })
  const components = space.map(({ parts, tables, genotypes: all }) => ({
    genotypes: all,
    parts: parts.map(({ outcomes, genotypes, witness }) => {
      const [before, after] = [see(outcomes, tables, false), see(outcomes, tables, true)]
      return { before, after, genotypes, witness }
    }),
  }))
  const hiding = components.find(({ parts }) => parts.some(hides))
  const others = components.filter((each) => each !== hiding)
  return { components, others, hidingParts: hiding?.parts ?? [HIDES_NOTHING] }
}

function seenOf({ tokens, viability }: Coat, hidesRest: boolean): Seen {
  const seen = {
    tokens: tokens.map(plainToken).sort(),
    viability: viability === undefined ? undefined : `${viability.status} (${viability.evidence})`,
    hidesRest,
  }
  return { ...seen, text: JSON.stringify(seen) }
}

function countUnchanged({ hidingParts, others }: Compared): bigint {
  const same = hidingParts.filter(looksSame)
  return same.reduce((sum, part) => sum + part.genotypes * sameBeside(part, others), 0n)
}

/**
 * How many genotypes of the other components look the same beside this part, which may hide them. Tokens of different
 * components differ, so coats are equal when their parts are, but for what is hidden.
 */
function sameBeside({ before, after }: ComparedPart, others: readonly ComparedComponent[]): bigint {
  const isSame = (other: ComparedPart): boolean => {
    if (before.hidesRest) return after.hidesRest || other.after.tokens.length === 0
    return after.hidesRest ? other.before.tokens.length === 0 : looksSame(other)
  }
  return product(others.map(({ parts }) => countOf(parts, isSame)))
}

function listChanges({ components, hidingParts, others }: Compared): readonly Change[] {
  // Where a part hides the others under both rule sets, their changes cannot be seen.
  const open = countOf(hidingParts, ({ before, after }) => !before.hidesRest || !after.hidesRest)
  const changes = components.flatMap((component) => {
    const rest = product(others.map((other) => (other === component ? 1n : other.genotypes)))
    return changesIn(component.parts, component.parts === hidingParts ? rest : rest * open)
  })
  return changes.sort((a, b) => (a.genotypes < b.genotypes ? 1 : a.genotypes > b.genotypes ? -1 : 0))
}

/** @param rest genotypes of the other components */
function changesIn(parts: readonly ComparedPart[], rest: bigint): readonly Change[] {
  const byChange = new Map<string, Change>()
  for (const part of parts) {
    const [before, after] = [traitsOf(part.before), traitsOf(part.after)]
    const lost = before.filter((trait) => !after.includes(trait))
    const gained = after.filter((trait) => !before.includes(trait))
    if (lost.length + gained.length === 0) continue
    const key = JSON.stringify([lost, gained])
    const known = byChange.get(key)
    const smaller = known === undefined || sizeOf(part.witness) < sizeOf(known.witness)
    byChange.set(key, {
      lost,
      gained,
      genotypes: (known?.genotypes ?? 0n) + part.genotypes * rest,
      witness: smaller ? part.witness : known.witness,
    })
  }
  return [...byChange.values()]
}

/** All that is seen of a part, as words. */
function traitsOf({ tokens, viability, hidesRest }: Seen): readonly string[] {
  return [
    ...tokens,
    ...(viability === undefined ? [] : [viability]),
    ...(hidesRest ? ['hiding all else'] : []),
  ]
}

function* unchangedCoats(
  { components, hidingParts, others }: Compared,
  holding: readonly string[],
): Generator<SpaceCoat> {
  for (const part of hidingParts) {
    if (hides(part) && looksSame(part) && holds(part.before.tokens, holding))
      yield { ...coatOf(part), genotypes: part.genotypes * sameBeside(part, others) }
  }
  const gives = components.map(({ parts }) => new Set(parts.flatMap((part) => part.before.tokens)))
  if (holding.some((token) => gives.every((own) => !own.has(token)))) return
  yield* combineParts(
    components.map(({ parts }, c) => {
      const own = holding.filter((token) => gives[c]?.has(token))
      return parts
        .filter((part) => !hides(part) && looksSame(part) && holds(part.before.tokens, own))
        .map(coatOf)
    }),
  )
}

function coatOf({ before, genotypes, witness }: ComparedPart): SpaceCoat {
  return { tokens: before.tokens, genotypes, witness, size: sizeOf(witness) }
}

function hides({ before, after }: ComparedPart): boolean {
  return before.hidesRest || after.hidesRest
}

function looksSame({ before, after }: ComparedPart): boolean {
  return before.tokens.join(' ') === after.tokens.join(' ') && before.viability === after.viability
}

function holds(tokens: readonly string[], holding: readonly string[]): boolean {
  return holding.every((token) => tokens.includes(token))
}

function countOf(parts: readonly ComparedPart[], wanted: (part: ComparedPart) => boolean): bigint {
  return parts.reduce((sum, part) => (wanted(part) ? sum + part.genotypes : sum), 0n)
}

function product(counts: readonly bigint[]): bigint {
  return counts.reduce((all, each) => all * each, 1n)
}
