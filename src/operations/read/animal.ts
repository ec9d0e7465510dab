/**
 * Reads one animal: the groups `base` and `others`, and the fields `untested` and `seen`. All operations use this reader.
 * Guarantees: throws the first fault in a fixed order: `untested`, genes (genes/named-genes.ts), sex, `seen`. A genotyped animal
 * has a genotype at every locus.
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

/** Complete genotype, no observed coat. */
export interface GenotypedAnimal extends AnimalRead {
  readonly kind: 'genotyped'
  readonly genotype: HorseGenotype
}

export interface PartlyTestedAnimal extends AnimalRead {
  readonly kind: Exclude<AnimalKind, 'genotyped'>
}

interface AnimalRead {
  readonly genes: NamedGenes
  /** Determined by sex-linked genes, or else by the request. */
  readonly sex: Sex | undefined
  /** Whether genes that are left out were not tested. */
  readonly isUntested: boolean
  readonly seen: readonly ObservedCoat[]
}

/** What the request says outside the animal. */
export interface AnimalContext {
  /** The fields beside the animal, for the message if it is missing. */
  readonly sent?: Fields
  /** Its sex according to the request. */
  readonly sex?: unknown
  /** `of-two-copies`: without a stated sex, two equal alleles of a sex-linked locus mean two copies instead of an error. */
  readonly otherwise?: 'of-two-copies'
}

/** The same for an animal that may be partly tested. */
export interface PartlyTestedContext extends AnimalContext {
  readonly text: TextContext
  /** Whether genes left out count as untested in all animals of the request. */
  readonly isUntested?: boolean
  /** Whether required genes may be missing, because relatives and the population determine them. */
  readonly baseMayMiss?: boolean
}

const NOTHING_SEEN: readonly ObservedCoat[] = []
const NO_CONTEXT: AnimalContext = {}
const NO_FIELDS: Fields = {}

/** Throws ClientError. @param path of the object with the fields: '', 'mother', 'father' or 'horses.0' */
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

/** Reads an animal that must be genotyped: refuses unknown alleles and ignores `untested` and `seen`. Throws ClientError. */
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
  { sex: sent, otherwise }: AnimalContext,
): Sex | undefined {
  if (sexLinked.length === 0) return sexOf(sent)
  const copies = otherwise === undefined ? sexLinked : sexLinked.map((gene) => ({ ...gene, tellsSex: true }))
  return readSex(model, copies, sent, prefix)
}

/** The genotype at every locus. @param genes all known */
function wholeGenotype(rules: AnimalRules, genes: NamedGenes, sex: Sex | undefined): HorseGenotype {
  const genotype = genotypeOf(rules, genes)
  const hasOneCopy = genes.sexLinked.length > 0 && sex === rules.model.sexes?.heterogametic
  return hasOneCopy ? withOneCopy(rules, genotype, genes.sexLinked) : genotype
}
