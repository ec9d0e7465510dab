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
import { plainToken, type JointModel } from '../check/joint.js'

/** What one rule set shows of a part. */
export interface Seen {
  /** Sorted. */
  readonly tokens: readonly string[]
  /** Status and evidence; undefined for a horse that is expected to live. */
  readonly viability: string | undefined
  readonly hidesRest: boolean
}

export interface ComparedPart {
  readonly before: Seen
  readonly after: Seen
  readonly genotypes: bigint
  readonly witness: readonly LocusGenotype[]
}

export interface ComparedComponent {
  readonly parts: readonly ComparedPart[]
  readonly genotypes: bigint
}

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
  const components = compareParts(joint)
  const genotypes = product(components.map((each) => each.genotypes))
  const unchanged = countUnchanged(components)
  return {
    genotypes,
    changed: genotypes - unchanged,
    changes: listChanges(components),
    unchangedCoats: (holding) => unchangedCoats(components, holding),
  }
}

function compareParts(joint: JointModel): readonly ComparedComponent[] {
  const { coatFrom } = createPhenotypes(joint.model)
  // Few coats are seen very often: each is put in words once.
  const looks = new Map<string, Look>()
  const see = (outcomes: readonly Outcome[], tables: readonly CompiledTable[], after: boolean): Look => {
    const own = outcomes.filter((_, i) => joint.isAfter(tables[i] as CompiledTable) === after)
    const coat = coatFrom(own)
    const hidesRest = hidesAll(own)
    const key = `${hidesRest} ${coat.key}`
    const known = looks.get(key) ?? lookOf(coat, hidesRest)
    looks.set(key, known)
    return known
  }
  const space = surveySpace(joint.model, {
    among: joint.common,
    sameToken: plainToken,
    keyOf: (outcomes, tables) => `${see(outcomes, tables, false).text} ${see(outcomes, tables, true).text}`,
  })
  return space.map(({ parts, tables, genotypes }) => ({
    genotypes,
    parts: parts.map(({ outcomes, genotypes: count, witness }) => ({
      before: see(outcomes, tables, false).seen,
      after: see(outcomes, tables, true).seen,
      genotypes: count,
      witness,
    })),
  }))
}

/** What is seen, and a text that is the same for what looks the same. */
interface Look {
  readonly seen: Seen
  readonly text: string
}

function lookOf({ tokens, viability }: Coat, hidesRest: boolean): Look {
  const seen: Seen = {
    tokens: tokens.map(plainToken).sort(),
    viability: viability === undefined ? undefined : `${viability.status} (${viability.evidence})`,
    hidesRest,
  }
  return { seen, text: JSON.stringify(seen) }
}

/** Tokens of different components differ, so coats are equal when their parts are, but for what is hidden. */
function countUnchanged(components: readonly ComparedComponent[]): bigint {
  const judge = components.findIndex(({ parts }) => parts.some((part) => hides(part)))
  const others = components.filter((_, i) => i !== judge)
  const all = product(others.map((each) => each.genotypes))
  const same = product(others.map(({ parts }) => countOf(parts, looksSame)))
  if (judge < 0) return same
  const empty = (side: 'before' | 'after'): bigint =>
    product(others.map(({ parts }) => countOf(parts, (part) => part[side].tokens.length === 0)))
  return (components[judge]?.parts ?? []).filter(looksSame).reduce((sum, { before, after, genotypes }) => {
    const rest =
      before.hidesRest && after.hidesRest
        ? all
        : before.hidesRest
          ? empty('after')
          : after.hidesRest
            ? empty('before')
            : same
    return sum + genotypes * rest
  }, 0n)
}

function listChanges(components: readonly ComparedComponent[]): readonly Change[] {
  const judge = components.findIndex(({ parts }) => parts.some((part) => hides(part)))
  const open = countOf(
    components[judge]?.parts ?? [],
    (part) => !part.before.hidesRest || !part.after.hidesRest,
  )
  const changes = components.flatMap(({ parts }, c) => {
    // Where white hides both, what happens to the other parts is seen by nobody.
    const rest = product(components.map((other, i) => (i === c ? 1n : i === judge ? open : other.genotypes)))
    const byLook = new Map<string, Change>()
    for (const part of parts) {
      const [before, after] = [traitsOf(part.before), traitsOf(part.after)]
      const lost = before.filter((trait) => !after.includes(trait))
      const gained = after.filter((trait) => !before.includes(trait))
      if (lost.length + gained.length === 0) continue
      const key = JSON.stringify([lost, gained])
      const known = byLook.get(key)
      const smaller = known === undefined || sizeOf(part.witness) < sizeOf(known.witness)
      byLook.set(key, {
        lost,
        gained,
        genotypes: (known?.genotypes ?? 0n) + part.genotypes * rest,
        witness: smaller ? part.witness : known.witness,
      })
    }
    return [...byLook.values()]
  })
  return changes.sort((a, b) => (a.genotypes < b.genotypes ? 1 : a.genotypes > b.genotypes ? -1 : 0))
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
  components: readonly ComparedComponent[],
  holding: readonly string[],
): Generator<SpaceCoat> {
  const total = product(components.map((each) => each.genotypes))
  for (const [c, { parts, genotypes }] of components.entries()) {
    for (const part of parts) {
      if (!hides(part) || !looksSame(part) || !holds(part.before.tokens, holding)) continue
      const { before, after } = part
      const bare = (side: 'before' | 'after'): bigint =>
        product(
          components.map((other, i) =>
            i === c ? 1n : countOf(other.parts, (each) => each[side].tokens.length === 0),
          ),
        )
      const rest =
        before.hidesRest && after.hidesRest ? total / genotypes : bare(before.hidesRest ? 'after' : 'before')
      yield { ...coatOf(part), genotypes: part.genotypes * rest }
    }
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
