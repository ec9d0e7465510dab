/**
 * Reads `kit_linkage`: for each parent the alleles declared to lie on one chromosome copy.
 * Guarantees: absence, null, empty text and empty arrays all mean that nothing is declared.
 * `n@kit` is the wild type of kit: so repulsion can be declared where the partner is none but the wild type.
 * Leaves to others: what a declaration can do (model/cross/linkage.ts).
 */
import {
  declaredAlleles,
  declaredName,
  judgeDeclaration,
  wildCopyOf,
  type Declaration,
  type InactionNote,
  type LinkedAllele,
} from '../../../model/cross/linkage.js'
import type { HorseGenotype, ModelLocus } from '../../../model/model.js'
import { canonicalSpellings } from '../../../model/phenotype/read-alleles.js'
import type { Lexicon } from '../../../naming/lexicon.js'
import { nearest } from '../../../common/nearest.js'
import type { ClientError } from '../../client-error.js'
import type { Ruleset } from '../../ruleset.js'
import { writeNote, type Note } from '../../wording.js'
import { LINKAGE_SIDES } from '../accepted.js'
import { isObject, NotJson, Unusable } from '../decode-fields.js'
import { jsonFault } from '../../../common/json-fault.js'
import { alleleLike, didYouMean, LONGEST_SEARCHED, quoted } from '../near-misses.js'
import { invalidField, invalidGenes } from '../refusals.js'

/** The two sides of `kit_linkage` as sent. */
export type LinkageSides = Readonly<Partial<Record<'mother' | 'father', unknown>>>

export function readLinkageSides(value: unknown): LinkageSides {
  if (isEmpty(value)) return {}
  if (isObject(value)) return value
  throw invalidField('kit_linkage', value, [LINKAGE_SIDES])
}

export function readSide(
  ruleset: Ruleset,
  sides: LinkageSides,
  parent: keyof LinkageSides,
  genotype: HorseGenotype,
): Declaration {
  return judgeDeclaration(ruleset.model, allelesOnSide(ruleset, sides, parent, genotype), genotype)
}

/** The alleles that a side names, whether or not they act. Throws ClientError for what may not stand there. */
export function allelesOnSide(
  ruleset: Ruleset,
  sides: LinkageSides,
  parent: keyof LinkageSides,
  genotype: HorseGenotype,
): readonly LinkedAllele[] {
  const value = sides[parent]
  if (isEmpty(value)) return []
  const isTexts = Array.isArray(value) && value.every((text) => typeof text === 'string')
  const alleles = isTexts ? declaredAlleles(ruleset.linkage, value, genotype) : undefined
  if (alleles === undefined) throw refusedSide(ruleset, value, parent)
  return alleles
}

/** A parent's declarations that change none of its gametes, one note a linkage group. */
export function idleDeclarations(
  { model, zygotes }: Ruleset,
  parent: Pick<Declaration, 'together'> & { readonly genotype: HorseGenotype },
): readonly InactionNote[] {
  return [...parent.together]
    .filter(([group]) => !zygotes.changesGametes(group, parent))
    .map(([group, declared]) => ({
      reason: 'linkage-no-effect',
      alleles: declared.flatMap(({ position, allele }) => {
        const locus = model.groups[group]?.loci[position]
        return locus === undefined ? [] : [declaredName(locus, allele)]
      }),
    }))
}

/** Why alleles that a parent's side names do not act. */
export function linkageNotes(
  lexicon: Lexicon,
  parent: keyof LinkageSides,
  inactions: readonly InactionNote[],
): readonly Note[] {
  return inactions.map(({ reason, alleles }) => writeNote(lexicon, reason, `kit_linkage.${parent}`, alleles))
}

/** A side of which some text may not stand there. */
function refusedSide(ruleset: Ruleset, value: unknown, parent: keyof LinkageSides): ClientError {
  const texts: readonly unknown[] = Array.isArray(value) ? value : []
  const stranger = texts.find((text) => typeof text !== 'string' || !ruleset.linkage.has(text))
  const field = `kit_linkage.${parent}`
  const shape = 'an array of alleles that can lie together on one chromosome copy'
  const message = `${field} must be ${shape}${sideFault(ruleset, value, stranger)}`
  return invalidGenes(
    message,
    field,
    value,
    isWildCopy(stranger) ? wildCopies(ruleset) : linkedAlleles(ruleset),
  )
}

/** @param stranger the first that may not stand there by itself */
function sideFault(ruleset: Ruleset, value: unknown, stranger: unknown): string {
  const { linkage } = ruleset
  if (value instanceof NotJson) return `: ${jsonFault(value.text, '[')}${meantArray(ruleset, value.text)}`
  if (value instanceof Unusable) return `, ${value.expected}`
  if (!Array.isArray(value)) return `; ${quoted(value)} was sent${meantArray(ruleset, value)}`
  if (stranger === undefined) return '; two of these are alleles of one gene, which exclude each other there'
  if (isWildCopy(stranger)) return wildCopyFault(ruleset, stranger)
  if (ruleset.model.loci.some(({ key }) => key === stranger))
    return `; ${quoted(stranger)} is a gene: name its allele, as details.expected lists them`
  const near = typeof stranger === 'string' ? alleleLike(stranger, linkage.keys()) : undefined
  const hint = didYouMean(near, meantArray(ruleset, value) || '; details.expected lists them')
  return `; ${quoted(stranger)} is no allele of linked genes${hint}`
}

/** The alleles of a value that is no array of them, as a question: {"kit":"To"}, [["To","E"]], ["To-E"]. */
function meantArray({ linkage }: Ruleset, value: unknown): string {
  const texts = typeof value === 'object' && value !== null ? Object.values(value).flat(2) : [value]
  const text = texts.filter((each) => typeof each === 'string').join(' ')
  const words = text.length > LONGEST_SEARCHED ? [] : text.split(/[\s,;/|+-]+/)
  const isMeant = words.length > 0 && words.every((word) => linkage.has(word))
  return didYouMean(isMeant ? JSON.stringify(words) : undefined)
}

function isWildCopy(stranger: unknown): stranger is string {
  return typeof stranger === 'string' && stranger.includes('@')
}

/** What is wrong with a text like `n@kit`, a wild type and its locus. */
function wildCopyFault(ruleset: Ruleset, text: string): string {
  const at = text.indexOf('@')
  const [name, key] = [text.slice(0, at), text.slice(at + 1)]
  const locus = ruleset.model.loci.find((each) => each.key === key)
  if (locus === undefined) {
    const hint = didYouMean(
      nearest(text, wildCopies(ruleset)),
      '; details.expected lists what may be written',
    )
    return `; ${quoted(text)} names no gene${hint}`
  }
  const wild = wildCopyIn(locus)
  if (wild === undefined)
    return `; ${quoted(text)}: ${key} has no wild type; write one of ${locus.alleles.join(', ')}`
  if (!ruleset.linkage.has(wild)) return `; ${quoted(text)}: ${key} is linked to no other gene`
  const alone = locus.spellings.has(name) ? `, or ${name} without @` : ''
  return `; ${quoted(text)}: ${quoted(name)} is not the wild type of ${key}; write ${wild}${alone}`
}

/** How the wild types of linked genes may be declared, in manifest order. */
function wildCopies({ model, linkage }: Ruleset): readonly string[] {
  const all = model.loci.flatMap((locus) => wildCopyIn(locus) ?? [])
  return all.filter((name) => linkage.has(name))
}

function wildCopyIn(locus: ModelLocus): string | undefined {
  const { wildType, alleles } = locus
  return wildType === null ? undefined : wildCopyOf(locus, alleles[wildType] ?? '')
}

/** Canonical spellings that a declaration may hold, in manifest order; wild types aside. */
function linkedAlleles(ruleset: Ruleset): readonly string[] {
  return ruleset.model.loci.flatMap((locus) =>
    canonicalSpellings(locus).filter((name) =>
      (ruleset.linkage.get(name) ?? []).some(
        (each) => each.locus === locus && (locus.required || each.allele !== locus.wildType),
      ),
    ),
  )
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}
