/**
 * Reads `kit_linkage`: for each parent the alleles declared to lie on one chromosome copy.
 * Guarantees: absence, null, empty text and empty arrays all mean that nothing is declared.
 * Leaves to others: what a declaration can do (model/cross/linkage.ts).
 */
import { NOTHING_DECLARED, readDeclaration, type Declaration } from '../../model/cross/linkage.js'
import type { HorseGenotype } from '../../model/model.js'
import { canonicalSpellings } from '../../model/phenotype/read-alleles.js'
import type { RuleBook } from '../rule-book.js'
import { isObject, NotJson, Unusable } from './decode-fields.js'
import { jsonFault } from './json-fault.js'
import { alleleLike, quoted } from './near-misses.js'
import { invalidField, invalidGenes } from './refusals.js'

/** The two sides of `kit_linkage` as sent. */
type LinkageSides = Readonly<Partial<Record<'mother' | 'father', unknown>>>

export function readLinkageSides(value: unknown): LinkageSides {
  if (isEmpty(value)) return {}
  if (isObject(value)) return value
  throw invalidField('kit_linkage', value, ['an object with the arrays mother and father'])
}

export function readSide(
  book: RuleBook,
  sides: LinkageSides,
  parent: keyof LinkageSides,
  genotype: HorseGenotype,
): Declaration {
  const value = sides[parent]
  if (isEmpty(value)) return NOTHING_DECLARED
  const texts: readonly unknown[] | undefined = Array.isArray(value) ? value : undefined
  const declaration =
    texts?.every((text) => typeof text === 'string') === true
      ? readDeclaration(book.model, book.linkage, texts, genotype)
      : undefined
  if (declaration !== undefined) return declaration
  const field = `kit_linkage.${parent}`
  const shape = 'an array of alleles that can lie together on one chromosome copy'
  const message = `${field} must be ${shape}${sideFault(book, value)}`
  throw invalidGenes(message, field, value, linkedAlleles(book))
}

function sideFault({ linkage }: RuleBook, value: unknown): string {
  if (value instanceof NotJson) return `: ${jsonFault(value.text, '[')}`
  if (value instanceof Unusable) return `, ${value.expected}`
  if (!Array.isArray(value)) return `; ${quoted(value)} was sent`
  const texts: readonly unknown[] = value
  const stranger = texts.find((text) => typeof text !== 'string' || !linkage.has(text))
  if (stranger === undefined) return '; two of these are alleles of one gene, which exclude each other there'
  const near = typeof stranger === 'string' ? alleleLike(stranger, linkage.keys()) : undefined
  const hint = near === undefined ? '; details.expected lists them' : `: did you mean ${near}?`
  return `; ${quoted(stranger)} is no allele of linked genes${hint}`
}

/** Canonical spellings that a declaration may hold, in manifest order. */
function linkedAlleles(book: RuleBook): readonly string[] {
  return book.model.loci.flatMap((locus) =>
    canonicalSpellings(locus).filter((name) =>
      (book.linkage.get(name) ?? []).some(
        (each) => each.locus === locus && (locus.required || each.allele !== locus.wildType),
      ),
    ),
  )
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}
