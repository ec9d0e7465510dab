/**
 * The coats that a rule set gains with its new alleles and loci: what no animal without them can show, alone and
 * together with every combination that has a name of its own, because a new coat may lack such a name.
 * Guarantees: found over the whole genotype space of the new rules, each with the smallest animal that shows it.
 * Traits that combine freely with every coat, such as patterns, are listed once and not with each coat.
 */
import {
  partsOfSpace,
  smallestBy,
  tokensKey,
  type CoatPart,
  type SpaceCoat,
} from '../../operations/space-coats.js'
import type { Model, ModelLocus } from '../../model/model.js'
import { commonAlleles } from './joint-model.js'

type Parts = readonly CoatPart[]
type NewCoat = Pick<SpaceCoat, 'tokens' | 'example' | 'size'>

/** Smallest animals first; undefined if no allele is new. */
export function newCoats(before: Model, model: Model): readonly NewCoat[] | undefined {
  const known = (locus: ModelLocus): readonly number[] => commonAlleles(before, model, locus)
  if (model.loci.every((locus) => known(locus).length === locus.alleles.length)) return undefined
  const seen = new Set(
    partsOfSpace(model, known).flatMap((parts) => parts.map(({ tokens }) => tokensKey(tokens))),
  )
  const components = partsOfSpace(model)
  const named = model.source.locales.flatMap(({ names }) => names.map(({ tokens }) => tokens))
  const coats = components.flatMap((componentParts) => {
    const others = components.filter((each) => each !== componentParts)
    return smallestOf(componentParts.filter(({ tokens }) => !seen.has(tokensKey(tokens)))).flatMap((part) =>
      part.hidesRest
        ? [part]
        : besides(named, componentParts).flatMap((tokens) => together(part, others, tokens) ?? []),
    )
  })
  return smallestOf(coats).sort((a, b) => a.size - b.size || a.tokens.length - b.tokens.length)
}

/** The tokens that names combine with tokens of these parts; the empty combination comes first. */
function besides(named: readonly (readonly string[])[], parts: Parts): readonly (readonly string[])[] {
  const given = tokensOf(parts)
  const sets = named
    .filter((tokens) => tokens.some((token) => given.has(token)))
    .map((tokens) => tokens.filter((token) => !given.has(token)))
  return [...new Map([[], ...sets].map((tokens) => [tokensKey(tokens), tokens])).values()]
}

/** The smallest animal with this part that also shows these tokens. */
function together(part: CoatPart, others: readonly Parts[], tokens: readonly string[]): NewCoat | undefined {
  const chosen = others.flatMap((parts) => {
    const wanted = tokens.filter((token) => tokensOf(parts).has(token))
    const isFit = (each: CoatPart): boolean =>
      !each.hidesRest && (wanted.length === 0 || tokensKey(each.tokens) === tokensKey(wanted))
    const [smallest] = parts.filter(isFit).sort((a, b) => a.size - b.size)
    return smallest ?? []
  })
  if (chosen.length < others.length) return undefined
  const whole = [part, ...chosen]
  return {
    tokens: whole.flatMap((each) => each.tokens),
    example: whole.flatMap((each) => each.example),
    size: whole.reduce((sum, { size }) => sum + size, 0),
  }
}

function smallestOf<Coat extends NewCoat>(coats: readonly Coat[]): Coat[] {
  const found = smallestBy(
    coats,
    ({ tokens }) => tokensKey(tokens),
    ({ size }) => size,
  )
  return [...found.values()]
}

function tokensOf(parts: Parts): ReadonlySet<string> {
  return new Set(parts.flatMap(({ tokens }) => tokens))
}
