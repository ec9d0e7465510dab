/**
 * The fields of each operation, and the other words that clients use for them.
 * Guarantees: the same fields as in openapi.yaml (test/contract/mistaken-fields.test.ts).
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

const GENES = { base: 'genes', others: 'genes' } as const
const ANIMAL = { ...GENES, seen: 'value', untested: 'value' } as const
const PARENT: Level = { fields: ANIMAL, animals: [''] }
const QUESTION = { lang: 'value', limit: 'value', population: 'value', untested: 'value' } as const

const LEVELS: Readonly<Record<string, Level>> = {
  'coats.result': {
    fields: { ...QUESTION, ...ANIMAL, sex: 'value', explain: 'value', tokens: 'value' },
    animals: [''],
  },
  'coats.picture': { fields: { ...GENES, lang: 'value', sex: 'value', age: 'value' }, animals: [''] },
  'coats.generateChild': {
    fields: {
      ...QUESTION,
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
    },
    animals: ['mother', 'father'],
  },
  // Unknown fields of an animal are refused where it is read (infer/reading/pedigree.ts).
  'coats.infer': { fields: { ...QUESTION, horses: 'value', ask: 'value' }, animals: ['horses.<number>'] },
  'coats.genes': { fields: { lang: 'value' }, animals: [] },
}

/** Undefined for an operation without fields. @param endpoint of the contract */
export function levelOf(endpoint: string): Level | undefined {
  return LEVELS[endpoint]
}

/** Whether every animal of a request may have the field, beside its genes. */
export function isAnimalField(name: string): boolean {
  return Object.hasOwn(ANIMAL, name) && !Object.hasOwn(GENES, name)
}

/** Whether some operation has a field of this name, outside of the genes. */
export function isRequestField(name: string): boolean {
  return Object.values(LEVELS).some(({ fields }) => Object.hasOwn(fields, name))
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
