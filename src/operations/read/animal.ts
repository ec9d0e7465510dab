/**
 * The one reader of animals: `base` and `others`, and beside them `untested` and `seen`.
 * Guarantees: the first fault in the decided order is thrown, whatever is known of the animal: `untested`, its genes
 * (genes/named-genes.ts), its sex, `seen`. A genotyped animal has one genotype at every locus.
 * Leaves to others: what follows for inference (facts/animal-facts.ts).
 */
import type { HorseGenotype } from '../../model/model.js'
import type { Sex } from '../../rules/tables.js'
import type { Ruleset } from '../ruleset.js'
import type { Fields } from './decode-fields.js'
import type { AnimalRules } from './genes/gene.js'
import { groupsOf } from './genes/groups.js'
import { genotypeOf, readNamedGenes, type NamedGenes } from './genes/named-genes.js'
import type { TextContext } from './observed/coat-name.js'
import { readObserved, type ObservedCoat } from './observed/observed-coat.js'
import { readUntested, type AnimalKind } from './partly-tested.js'
import { readSex, sexOf, withOneCopy } from './sex.js'
import { isSent } from './values.js'

export type Animal = GenotypedAnimal | PartlyTestedAnimal

/** All of its genes are known, and no coat was observed. */
export interface GenotypedAnimal extends AnimalRead {
  readonly kind: 'genotyped'
  readonly genotype: HorseGenotype
}

export interface PartlyTestedAnimal extends AnimalRead {
  readonly kind: Exclude<AnimalKind, 'genotyped'>
}

interface AnimalRead {
  readonly genes: NamedGenes
  /** As its genes on the sex chromosome tell, or else the request. */
  readonly sex: Sex | undefined
  /** Whether genes that are left out were not tested. */
  readonly isUntested: boolean
  readonly seen: readonly ObservedCoat[]
}

/** What is said beside an animal. */
export interface AnimalContext {
  /** The fields beside it, for what is said when it is missing. */
  readonly sent?: Fields
  /** Its sex as the request says it. */
  readonly sex?: unknown
  /** What two alike alleles of a locus on the sex chromosome mean where no sex is said. */
  readonly otherwise?: 'of-two-copies'
}

/** The same where not all of the animal need be known. */
export interface PartlyTestedContext extends AnimalContext {
  readonly text: TextContext
  /** Whether of all animals of the request genes that are left out were not tested. */
  readonly isUntested?: boolean
  /** Whether genes that may not be left out elsewhere follow from relatives and the population. */
  readonly baseMayMiss?: boolean
}

const NOTHING_SEEN: readonly ObservedCoat[] = []
const NO_CONTEXT: AnimalContext = {}
const NO_FIELDS: Fields = {}

/** @param path of the object that holds the fields: '', 'mother', 'father' or 'horses.0' */
export function readAnimal(
  ruleset: Ruleset,
  value: unknown,
  path: string,
  context: PartlyTestedContext,
): Animal {
  const { sent = NO_FIELDS, baseMayMiss = false, text } = context
  const holder = groupsOf(value, path, sent)
  const prefix = prefixOf(path)
  const isUntested = context.isUntested === true || readUntested(holder, prefix)
  const genes = readNamedGenes(ruleset, holder, prefix, baseMayMiss ? 'any' : 'required')
  const sex = readSexOf(ruleset, genes, context)
  const seen = isSent(holder, 'seen')
    ? readObserved(ruleset, holder['seen'], `${prefix}seen`, text)
    : NOTHING_SEEN
  if (isUntested || !genes.areKnown) return { kind: 'partlyTested', genes, sex, isUntested, seen }
  if (seen.length > 0) return { kind: 'observed', genes, sex, isUntested, seen }
  const genotype = wholeGenotype(ruleset, genes, sex)
  return { kind: 'genotyped', genotype, genes, sex, isUntested, seen }
}

/** The same where all genes must be known: an unknown allele is refused, and `untested` and `seen` are not read. */
export function readGenotyped(
  rules: AnimalRules,
  value: unknown,
  path: string,
  context = NO_CONTEXT,
): GenotypedAnimal {
  const holder = groupsOf(value, path, context.sent ?? NO_FIELDS)
  const genes = readNamedGenes(rules, holder, prefixOf(path), 'known')
  const sex = readSexOf(rules, genes, context)
  const genotype = wholeGenotype(rules, genes, sex)
  return { kind: 'genotyped', genotype, genes, sex, isUntested: false, seen: NOTHING_SEEN }
}

function prefixOf(path: string): string {
  return path === '' ? '' : `${path}.`
}

function readSexOf(
  { model }: AnimalRules,
  { sexLinked, prefix }: NamedGenes,
  { sex: said, otherwise }: AnimalContext,
): Sex | undefined {
  if (sexLinked.length === 0) return sexOf(said)
  const copies = otherwise === undefined ? sexLinked : sexLinked.map((gene) => ({ ...gene, tellsSex: true }))
  return readSex(model, copies, said, prefix)
}

/** The genotype of an animal of which all genes are known. */
function wholeGenotype(rules: AnimalRules, genes: NamedGenes, sex: Sex | undefined): HorseGenotype {
  const genotype = genotypeOf(rules, genes)
  const hasOneCopy = genes.sexLinked.length > 0 && sex === rules.model.sexes?.heterogametic
  return hasOneCopy ? withOneCopy(rules, genotype, genes.sexLinked) : genotype
}
