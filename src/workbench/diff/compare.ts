/**
 * Finds the genotypes that look different under two rule sets: their number in the whole space, part by part, each
 * with the smallest horse that shows the change; and the number with changed remarks. Names are compared in
 * renamed.ts, genotypes that only one rule set knows in structure.ts.
 * Guarantees: exact over every genotype that both rule sets know, without listing them.
 */
import { coatsOfParts, sizeOf, type CoatPart, type SpaceCoat } from '../../operations/space-coats.js'
import { hidesAll } from '../../model/by-coat/parts.js'
import type { LocusGenotype, Outcome } from '../../model/model.js'
import { coatFrom } from '../../model/phenotype/phenotype.js'
import { countGenotypes } from '../../model/space/space.js'
import type { RuleRow } from '../../rules/tables.js'
import { present, remarksOf } from '../check/rule-texts.js'
import { plainToken, type ComparedPart, type JointModel } from './joint-model.js'

/** Genotypes that lose and gain the same traits. */
interface Change {
  /** Tokens and other traits: viability, hiding. */
  readonly lost: readonly string[]
  readonly gained: readonly string[]
  readonly genotypes: bigint
  /** The smallest of them. */
  readonly example: readonly LocusGenotype[]
}

export function compareSpaces(joint: JointModel) {
  const compared = compareParts(joint)
  const genotypes = countGenotypes(compared.components)
  return {
    /** Genotypes that both rule sets know. */
    genotypes,
    changed: genotypes - countUnchanged(compared),
    /** Most genotypes first. A genotype with several changed parts is in several changes. */
    changes: listChanges(compared),
    /** Coats that are the same under both, with their genotypes. @param holding tokens that they must include */
    unchangedCoats: (holding: readonly string[]) => unchangedCoats(compared, holding),
  }
}

/** The traits of a part under one rule set. */
interface Shown {
  /** Sorted. */
  readonly tokens: readonly string[]
  /** Status and evidence; undefined if the horse is expected to live. */
  readonly viability: string | undefined
  readonly hidesRest: boolean
}

type Part = ComparedPart<Shown>
type Component = Compared['hiding']
type Compared = ReturnType<typeof compareParts>

const NOTHING: Shown = { tokens: [], viability: undefined, hidesRest: false }
const HIDES_NOTHING = { parts: [{ before: NOTHING, after: NOTHING, genotypes: 1n, example: [] }] }

/**
 * The components of both rule sets' coats. At most one can hide the others; if none does, HIDES_NOTHING takes its
 * place.
 */
function compareParts(joint: JointModel) {
  const components = joint.survey((outcomes: readonly Outcome[]): Shown => {
    const { tokens, viability } = coatFrom(outcomes)
    return {
      tokens: tokens.map(plainToken).sort(),
      viability: viability === undefined ? undefined : `${viability.status} (${viability.evidence})`,
      hidesRest: hidesAll(outcomes),
    }
  })
  const hiding = components.find(({ parts }) => parts.some(hides)) ?? HIDES_NOTHING
  return { components, hiding, others: components.filter((each) => each !== hiding) }
}

function countUnchanged({ hiding, others }: Compared): bigint {
  const same = hiding.parts.filter(looksSame)
  return same.reduce((sum, part) => sum + part.genotypes * sameBeside(part, others), 0n)
}

/**
 * Number of genotypes of the other components that look the same together with this part, which may hide them.
 * Components have different tokens, so coats are equal if their parts are, except for what is hidden.
 */
function sameBeside({ before, after }: Part, others: readonly Component[]): bigint {
  return countGenotypes(others, (other) => {
    if (before.hidesRest) return after.hidesRest || other.after.tokens.length === 0
    return after.hidesRest ? other.before.tokens.length === 0 : looksSame(other)
  })
}

function listChanges({ components, hiding, others }: Compared): readonly Change[] {
  // Changes of the others are invisible where a part hides them under both rule sets.
  const visible = countGenotypes([hiding], ({ before, after }) => !before.hidesRest || !after.hidesRest)
  const changes = components.flatMap((component) => {
    const rest = countGenotypes(others.filter((other) => other !== component))
    return changesIn(component.parts, component === hiding ? rest : rest * visible)
  })
  return changes.sort((a, b) => Number(b.genotypes - a.genotypes))
}

/** @param rest number of genotypes of the other components */
function changesIn(parts: readonly Part[], rest: bigint): readonly Change[] {
  const byChange = new Map<string, Change>()
  for (const part of parts) {
    const [before, after] = [traitsOf(part.before), traitsOf(part.after)]
    const lost = before.filter((trait) => !after.includes(trait))
    const gained = after.filter((trait) => !before.includes(trait))
    if (lost.length + gained.length === 0) continue
    const key = JSON.stringify([lost, gained])
    const known = byChange.get(key)
    const smaller = known === undefined || sizeOf(part.example) < sizeOf(known.example)
    byChange.set(key, {
      lost,
      gained,
      genotypes: (known?.genotypes ?? 0n) + part.genotypes * rest,
      example: smaller ? part.example : known.example,
    })
  }
  return [...byChange.values()]
}

/** The visible traits of a part. */
function traitsOf({ tokens, viability, hidesRest }: Shown): readonly string[] {
  return [...tokens, ...present(viability, hidesRest && 'hiding all else')]
}

function unchangedCoats({ components, others }: Compared, holding: readonly string[]): Generator<SpaceCoat> {
  const parts = components.map((component) =>
    component.parts.filter(looksSame).map((part): CoatPart => {
      const { before, genotypes, example } = part
      const hidesRest = hides(part)
      const beside = hidesRest ? sameBeside(part, others) : 1n
      return { tokens: before.tokens, genotypes, example, size: sizeOf(example), hidesRest, beside }
    }),
  )
  return coatsOfParts(parts, holding)
}

function hides({ before, after }: Part): boolean {
  return before.hidesRest || after.hidesRest
}

function looksSame({ before, after }: Part): boolean {
  return before.tokens.join(' ') === after.tokens.join(' ') && before.viability === after.viability
}

/** Tables with changed remarks (notes, health, carried, reported), and the number of genotypes affected. */
export function compareRemarks({ model, survey }: JointModel) {
  const withRemarks = model.tables.filter(({ source }) =>
    source.rules.some((rule) => remarksWith(rule).length > 0),
  )
  const names = [...new Set(withRemarks.map((table) => table.name))]
  return names.flatMap((name) => {
    const space = survey(remarkText, name)
    const changed = countGenotypes(space) - countGenotypes(space, ({ before, after }) => before === after)
    return changed === 0n ? [] : [{ table: name, genotypes: changed }]
  })
}

function remarkText(outcomes: readonly Outcome[]): string {
  const remarks = outcomes.flatMap(({ fired }) => fired.flatMap(remarksWith))
  return [...new Set(remarks)].sort().join('\n')
}

/** The statements of a rule besides the coat, its penetrance, and the cause of its viability. */
function remarksWith(rule: RuleRow): readonly string[] {
  const { penetrance, viability } = rule
  return [
    ...remarksOf(rule),
    ...present(
      penetrance !== undefined && `penetrance ${penetrance}`,
      viability && `cause ${viability.cause}`,
    ),
  ]
}
