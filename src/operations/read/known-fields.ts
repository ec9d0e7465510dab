/**
 * The request fields of all operations and their common synonyms.
 * Guarantees: an operation's fields are those in openapi.yaml (test/contract/mistaken-fields.test.ts).
 */

/** One object of a request. */
export interface Level {
  /** Its fields and their content: an object with fields, genes, or another value. */
  readonly fields: Readonly<Record<string, Level | 'genes' | 'value'>>
  /** Paths of the objects with `base` and `others`, where misplaced genes belong; '' for this object. */
  readonly animals: readonly string[]
  /** Whether an array under an unknown name is refused, because the client must have meant one of the fields. */
  readonly isClosed?: true
}

export const LANGUAGE = 'lang'

/** Synonyms of fields, in lower case without separators. A field of the operation takes precedence over a synonym. */
const SYNONYMS: Readonly<Record<string, string>> = {
  other: 'others',
  language: LANGUAGE,
  locale: LANGUAGE,
  dam: 'mother',
  mare: 'mother',
  sire: 'father',
  stallion: 'father',
}

/** Fields with the genes of an animal. */
export const GENE_FIELDS = { base: 'genes', others: 'genes' } as const
/** Fields of an animal that may be partly tested. */
export const ANIMAL_FIELDS = { ...GENE_FIELDS, seen: 'value', untested: 'value' } as const
/** Fields that all questions about partly tested animals have. */
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
/** The fields of each animal in `horses` are checked when it is read (pedigree/pedigree.ts). */
export const INFER_FIELDS = { ...QUESTION_FIELDS, horses: 'value', ask: 'value' } as const
export const GENOTYPES_OF_FIELDS = { name: 'value', lang: 'value', loose: 'value', limit: 'value' } as const

const REQUEST_FIELDS = [RESULT_FIELDS, PICTURE_FIELDS, CROSS_FIELDS, INFER_FIELDS, GENOTYPES_OF_FIELDS]

/** Whether the name is a field of every animal, apart from its genes. */
export function isAnimalField(name: string): boolean {
  return Object.hasOwn(ANIMAL_FIELDS, name) && !Object.hasOwn(GENE_FIELDS, name)
}

/** Whether any operation has a field of this name. */
export function isRequestField(name: string): boolean {
  return REQUEST_FIELDS.some((fields) => Object.hasOwn(fields, name))
}

/** A name without case and separators: `group-by`, `groupBy` and `GROUP_BY` are equal. */
export function foldedName(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** The field that the word is a synonym of, if it is one. */
export function synonymOf(word: string): string | undefined {
  const folded = foldedName(word)
  return Object.hasOwn(SYNONYMS, folded) ? SYNONYMS[folded] : undefined
}
