/**
 * The differences between two rule sets over the whole genotype space, and the version bump they require. The policy
 * is stated in the manifest: major, a genotype or a name disappears or changes; minor, something is new or reported
 * differently; patch, wording and citations.
 * Guarantees: exact, without sampling; examples are the smallest horses possible.
 */
import { lexiconOf, type Ruleset } from '../../operations/ruleset.js'
import type { LocusGenotype } from '../../model/model.js'
import type { Given } from '../../rules/tables.js'
import { compareRemarks, compareSpaces } from './compare.js'
import { givenText, readGiven } from '../examples/given.js'
import { joinModels } from './joint-model.js'
import { newCoats } from './new-coats.js'
import { findRenamings } from './renamed.js'
import type { Bump } from './bump.js'
import { compareStructure } from './structure.js'

export type RulesDiff = ReturnType<typeof diffRules>
export type CoatChange = RulesDiff['looks'][number]
export type MadeCoat = NonNullable<RulesDiff['made']>[number]
export type NameChange = RulesDiff['names'][number]

export function diffRules(before: Ruleset, after: Ruleset) {
  const joint = joinModels(before.model, after.model)
  const space = compareSpaces(joint)
  const languages = after.languages.filter((language) => before.languages.includes(language))
  const inEach = <Told>(told: (language: string) => Told) =>
    Object.fromEntries(languages.map((language) => [language, told(language)]))
  const names = languages.flatMap((language) => {
    const [old, now] = [lexiconOf(before.lexicons, language), lexiconOf(after.lexicons, language)]
    return findRenamings(old, now, space.unchangedCoats).map(({ example, ...renaming }) => ({
      ...renaming,
      genotype: givenText(horseOf(before, after, example)),
    }))
  })
  const remarks = compareRemarks(joint)
  const structure = compareStructure(before.model.source, after.model.source)
  const bumps: ReadonlySet<Bump> = new Set([
    ...structure.map(({ bump }) => bump),
    space.changed > 0n || names.length > 0 ? 'major' : 'none',
    remarks.length > 0 ? 'minor' : 'none',
    before.model.revision === after.model.revision ? 'none' : 'patch',
  ])
  const needed = BUMPS.find((bump) => bumps.has(bump)) ?? 'none'
  const stated = raised(before.model.version, after.model.version)
  return {
    /** Versions of the two, each with the start of its revision. */
    before: before.version,
    after: after.version,
    /** Number of genotypes that both know, and how many of them look different. */
    genotypes: space.genotypes,
    changed: space.changed,
    /** Most genotypes first. */
    looks: space.changes.map(({ example, ...change }) => {
      const given = horseOf(before, after, example)
      return {
        ...change,
        /** The smallest genotype that shows the change, in command-line notation. */
        genotype: givenText(given),
        /** Language code → the horse's name under each rule set. */
        names: inEach((language) => {
          return { before: called(before, given, language), after: called(after, given, language) }
        }),
      }
    }),
    /** Coats that only animals with new alleles show, each with the smallest one; undefined if no allele is new. */
    made: newCoats(before.model, after.model)?.map(({ tokens, example }) => {
      const given = horseOf(after, after, example)
      return { tokens, genotype: givenText(given), names: inEach((each) => called(after, given, each)) }
    }),
    names,
    remarks,
    structure,
    version: {
      needed,
      /** The part that the manifest raises; undefined if the version decreases. */
      stated,
      suffices: stated !== undefined && BUMPS.indexOf(stated) <= BUMPS.indexOf(needed),
      /** The lowest sufficient version. */
      lowest: nextVersion(before.model.version, needed),
    },
  }
}

/** Largest first. */
const BUMPS: readonly Bump[] = ['major', 'minor', 'patch', 'none']

/** The most significant part that increased; undefined if the version decreases. @param before, after `1.2.3` */
function raised(before: string, after: string): Bump | undefined {
  const [old, now] = [before, after].map((version) => version.split('.').map(Number)) as [number[], number[]]
  const at = [0, 1, 2].findIndex((i) => old[i] !== now[i])
  return at === -1 || (now[at] ?? 0) > (old[at] ?? 0) ? BUMPS.at(at) : undefined
}

function nextVersion(before: string, needed: Bump): string {
  const [major = 0, minor = 0, patch = 0] = before.split('.').map(Number)
  if (needed === 'major') return `${major + 1}.0.0`
  if (needed === 'minor') return `${major}.${minor + 1}.0`
  return needed === 'patch' ? `${major}.${minor}.${patch + 1}` : before
}

function called(ruleset: Ruleset, given: Given, language: string): string {
  const knownGenes = Object.entries(given).filter(([key]) =>
    ruleset.model.loci.some((locus) => locus.key === key),
  )
  const horse = readGiven(ruleset, Object.fromEntries(knownGenes))
  return typeof horse === 'string' ? horse : ruleset.nameOf(ruleset.phenotypes.of(horse).coat, language)
}

/** A whole horse for both rule sets: the smallest example, plus all genes that either rule set requires. */
function horseOf(before: Ruleset, after: Ruleset, example: readonly LocusGenotype[]): Given {
  const sides = [after.model.loci, before.model.loci]
  const keys = [...new Set(sides.flat().map(({ key }) => key))]
  return Object.fromEntries(
    keys.flatMap((key) => {
      const locusOnSides = sides.flatMap((loci) => loci.find((each) => each.key === key) ?? [])
      const wilds = locusOnSides.map(({ alleles, wildType }) => alleles[wildType ?? 0] ?? '')
      const known =
        wilds.find((wild) => locusOnSides.every(({ alleles }) => alleles.includes(wild))) ?? wilds[0] ?? ''
      const shown = example.find(({ locus }) => locus.key === key)
      const alleles = shown?.text.split('/') ?? [known, known]
      const isTaken = !locusOnSides.some(({ required }) => required)
      return isTaken && wilds.every((wild) => alleles.every((each) => each === wild)) ? [] : [[key, alleles]]
    }),
  )
}
