/**
 * What changes from one rule set to another, over the whole genotype space, and which version that requires.
 * Guarantees: exact, nothing sampled; examples are the smallest horses there are.
 */
import type { RuleBook } from '../../coats/rule-book.js'
import { lexiconOf } from '../../coats/rule-book.js'
import type { LocusGenotype } from '../../model/model.js'
import type { Given } from '../../rules/tables.js'
import { largest, nextVersion, raised, suffices, type Bump } from './bump.js'
import { compareSpaces, type Change } from './compare.js'
import { givenText, readGiven } from '../examples/given.js'
import { joinModels } from './joint-model.js'
import { compareRemarks, type RemarkChange } from './remarks.js'
import { findRenamings, type Renaming } from './renamed.js'
import { compareStructure, type StructureChange } from './structure.js'

export interface RulesDiff {
  /** Versions of the two, with the first digits of their revisions. */
  readonly before: string
  readonly after: string
  /** Genotypes that both know. */
  readonly genotypes: bigint
  /** How many of them look different. */
  readonly changed: bigint
  /** Most genotypes first. */
  readonly looks: readonly CoatChange[]
  readonly names: readonly NameChange[]
  readonly remarks: readonly RemarkChange[]
  readonly structure: readonly StructureChange[]
  readonly version: {
    readonly needed: Bump
    /** The part that the manifest raises; undefined when it goes back. */
    readonly stated: Bump | undefined
    readonly suffices: boolean
    /** The lowest version that says enough. */
    readonly lowest: string
  }
}

export interface CoatChange extends Omit<Change, 'example'> {
  /** The smallest horse that shows it, as the command line reads it. */
  readonly genotype: string
  /** Language code → what each rule set calls that horse. */
  readonly names: Readonly<Record<string, { readonly before: string; readonly after: string }>>
}

export interface NameChange extends Omit<Renaming, 'example'> {
  readonly genotype: string
}

export function diffRules(before: RuleBook, after: RuleBook): RulesDiff {
  const joint = joinModels(before.model, after.model)
  const space = compareSpaces(joint)
  const languages = after.languages.filter((language) => before.languages.includes(language))
  const names = languages.flatMap((language) => {
    const [old, now] = [lexiconOf(before.lexicons, language), lexiconOf(after.lexicons, language)]
    return findRenamings(old, now, space.unchangedCoats).map(({ example, ...renaming }) => ({
      ...renaming,
      genotype: givenText(horseOf(before, after, example)),
    }))
  })
  const remarks = compareRemarks(joint)
  const structure = compareStructure(before.model.source, after.model.source)
  const needed = largest([
    ...structure.map(({ bump }) => bump),
    space.changed > 0n || names.length > 0 ? 'major' : 'none',
    remarks.length > 0 ? 'minor' : 'none',
    before.model.revision === after.model.revision ? 'none' : 'patch',
  ])
  const stated = raised(before.model.version, after.model.version)
  return {
    before: before.version,
    after: after.version,
    genotypes: space.genotypes,
    changed: space.changed,
    looks: space.changes.map((change) => describe(before, after, change, languages)),
    names,
    remarks,
    structure,
    version: {
      needed,
      stated,
      suffices: suffices(stated, needed),
      lowest: nextVersion(before.model.version, needed),
    },
  }
}

function describe(
  before: RuleBook,
  after: RuleBook,
  { example, ...change }: Change,
  languages: readonly string[],
): CoatChange {
  const given = horseOf(before, after, example)
  const called = (book: RuleBook, language: string): string => {
    const own = Object.entries(given).filter(([key]) => book.model.loci.some((locus) => locus.key === key))
    const horse = readGiven(book, Object.fromEntries(own))
    return typeof horse === 'string' ? horse : book.nameOf(book.phenotypes.of(horse).coat, language)
  }
  return {
    ...change,
    genotype: givenText(given),
    names: Object.fromEntries(
      languages.map((each) => [each, { before: called(before, each), after: called(after, each) }]),
    ),
  }
}

/** A whole horse for both rule sets: the smallest example, and the first allele of what may not be left out. */
function horseOf(before: RuleBook, after: RuleBook, example: readonly LocusGenotype[]): Given {
  const loci = [...after.model.loci, ...before.model.loci]
  const keys = [...new Set(loci.map(({ key }) => key))]
  return Object.fromEntries(
    keys.flatMap((key) => {
      const shown = example.find(({ locus }) => locus.key === key)
      const locus = loci.find((each) => each.key === key)
      const wild = locus?.alleles[locus.wildType ?? 0] ?? ''
      const alleles = shown?.text.split('/') ?? [wild, wild]
      return locus?.required === true || alleles.some((each) => each !== wild) ? [[key, alleles]] : []
    }),
  )
}
