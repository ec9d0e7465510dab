/**
 * The fields that requests may have, of which operations choose theirs, and the other words that clients use for them.
 * Guarantees: an operation's fields are those of openapi.yaml (test/contract/mistaken-fields.test.ts).
 */

/** One object of a request. */
export interface Level {
  /** Its fields, with what each holds: fields of its own, genes, or another value. */
  readonly fields: Readonly<Record<string, Level | 'genes' | 'value'>>
  /** Where genes that were sent here belong: paths of objects with `base` and `others`, '' for this one. */
  readonly animals: readonly string[]
  /** Whether an array under any other name is refused, since it was meant as one of its fields. */
  readonly isClosed?: true
}

export const LANGUAGE = 'lang'

/** Absent from the operation, these words mean its field. Compared in small letters, without separators. */
const SYNONYMS: Readonly<Record<string, string>> = {
  other: 'others',
  language: LANGUAGE,
  locale: LANGUAGE,
  dam: 'mother',
  mare: 'mother',
  sire: 'father',
  stallion: 'father',
}

/** Genes of an animal. */
export const GENE_FIELDS = { base: 'genes', others: 'genes' } as const
/** An animal that may be partly tested. */
export const ANIMAL_FIELDS = { ...GENE_FIELDS, seen: 'value', untested: 'value' } as const
/** What questions about partly tested animals have in common. */
export const QUESTION_FIELDS = {
  lang: 'value',
  limit: 'value',
  population: 'value',
  untested: 'value',
} as const
export const RESULT_FIELDS = {
  ...QUESTION_FIELDS,
  ...ANIMAL_FIELDS,
  sex: 'value',
  explain: 'value',
  tokens: 'value',
} as const
export const PICTURE_FIELDS = { ...GENE_FIELDS, lang: 'value', sex: 'value', age: 'value' } as const
const PARENT: Level = { fields: ANIMAL_FIELDS, animals: [''] }
export const CROSS_FIELDS = {
  ...QUESTION_FIELDS,
  mother: PARENT,
  father: PARENT,
  kit_linkage: { fields: { mother: 'value', father: 'value' }, animals: [], isClosed: true },
  has_IDK: 'value',
  recombination_band: 'value',
  group_by: 'value',
  tokens: 'value',
  sexes: 'value',
  foals: 'value',
  foals_for: 'value',
  wanted: 'value',
} as const
/** Unknown fields of one of the animals are refused where it is read (pedigree/pedigree.ts). */
export const INFER_FIELDS = { ...QUESTION_FIELDS, horses: 'value', ask: 'value' } as const

const REQUEST_FIELDS = [RESULT_FIELDS, PICTURE_FIELDS, CROSS_FIELDS, INFER_FIELDS]

/** Whether every animal of a request may have the field, beside its genes. */
export function isAnimalField(name: string): boolean {
  return Object.hasOwn(ANIMAL_FIELDS, name) && !Object.hasOwn(GENE_FIELDS, name)
}

/** Whether some operation has a field of this name, outside of the genes. */
export function isRequestField(name: string): boolean {
  return REQUEST_FIELDS.some((fields) => Object.hasOwn(fields, name))
}

/** A name without case and separators: `group-by`, `groupBy` and `GROUP_BY` are one. */
export function foldedName(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** The field that the word is a synonym of, if it is one. */
export function synonymOf(word: string): string | undefined {
  const folded = foldedName(word)
  return Object.hasOwn(SYNONYMS, folded) ? SYNONYMS[folded] : undefined
}
