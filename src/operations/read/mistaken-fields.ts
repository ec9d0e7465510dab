/**
 * Refuses unknown fields that a client most likely meant as a known field or as a gene, which would otherwise be ignored and
 * give the coat of another animal.
 * Guarantees: only a field that holds something, and only where the field it resembles belongs there and is absent; every
 * other unknown field is ignored. It is checked last, so that a request with another fault is refused for that one.
 */
import { editDistance } from '../../common/edit-distance.js'
import type { Model, ModelLocus } from '../../model/model.js'
import { fromJsonText, GROUPS, isObject, type Fields } from './decode-fields.js'
import { foldedName, LANGUAGE, synonymOf, type Level } from './known-fields.js'
import { refuseMisplaced, type Place } from './misplaced-fields.js'
import { findLanguage, tagOf } from '../../common/language-tag.js'
import { isHinted, namesOf } from './genes-meant.js'
import { allelesMeant, quoted } from './near-misses.js'
import { faultAt, invalidGenes } from './refusals.js'
import { isAbsent } from './values.js'

/** Longer names are compared with none. */
const MAX_NAME_LENGTH = 64
/** Of a query string only so many names are looked at, as of a form. */
const MAX_QUERY_NAMES = 256
/** A shorter name that differs by a letter is a word of its own: `token`, `seed`. */
const MIN_MISSPELT_LENGTH = 6

/** What a request is read against, and the language of its answer. */
export interface Reading {
  readonly model: Model
  readonly languages: readonly string[]
  /** The fields of the operation. */
  readonly level: Level
  readonly language: string
}

/** Throws ClientError for the first such field. */
export function refuseMistakenFields(reading: Reading, fields: Fields): void {
  refuseIn(reading, { level: reading.level, fields, name: '', prefix: '' })
}

/** The same for the query string of an operation that reads a body: nothing is read from there. */
export function refuseMistakenQuery(reading: Reading, query: string, fields: Fields): void {
  const { level } = reading
  if (query === '') return
  for (const [key, value] of [...new URLSearchParams(query)].slice(0, MAX_QUERY_NAMES)) {
    const [name = ''] = key.split(/[.[]/, 1)
    const known = Object.hasOwn(level.fields, name) ? name : fieldMeant(level, name)
    const field = `query.${key}`
    if (known === undefined) refuseGene(reading, level, '', name, field, value)
    else if (!holdsNothing(value) && !isHarmless(reading, fields, known, name, value)) {
      const message = `${key} was sent in the query string, which is not read: send ${known} in the request body`
      throw faultAt(field, value, message, [known])
    }
  }
}

function refuseIn(reading: Reading, place: Place): void {
  const { level, fields, prefix } = place
  for (const name in fields) {
    const kind = Object.hasOwn(level.fields, name) ? level.fields[name] : undefined
    const value = fields[name]
    if (kind === undefined) refuseUnknown(reading, place, name)
    else if (typeof kind === 'object' && isObject(value))
      refuseIn(reading, { level: kind, fields: value, name, prefix: `${prefix}${name}.`, around: place })
  }
}

function refuseUnknown(reading: Reading, place: Place, name: string): void {
  const { level, fields, prefix } = place
  const value = fields[name]
  if (holdsNothing(value)) return
  const field = `${prefix}${name}`
  const path = pathMeant(level, name)
  if (path !== undefined) {
    const meant = `${prefix}${path.join('.')}`
    const message = `${quoted(field)} is one field name and no path. Did you mean ${bracketed(meant)} in a form, or nested objects in JSON?`
    throw faultAt(field, value, message, [meant])
  }
  const known = fieldMeant(level, name)
  if (known === undefined) {
    refuseMisplaced(place, name)
    return refuseGene(reading, level, prefix, name, field, value)
  }
  if (isHarmless(reading, fields, known, name, value)) return
  throw faultAt(field, value, `Unknown field ${field}. Did you mean ${prefix}${known}?`, [
    `${prefix}${known}`,
  ])
}

/** Throws where the field is a gene, or a group of genes, which belongs to an animal further inside. */
function refuseGene(
  { model }: Reading,
  level: Level,
  prefix: string,
  name: string,
  field: string,
  value: unknown,
): void {
  if (level.animals.length === 0 || holdsNothing(value)) return
  const isGroup = GROUPS.includes(name) && isObject(fromJsonText(value))
  const locus = isGroup ? undefined : geneCalled(model, name, value)
  if (locus === undefined && !isGroup) return
  const inside = locus === undefined ? name : `${locus.group}.${locus.key}`
  const places = level.animals.map((animal) => `${prefix}${animal === '' ? '' : `${animal}.`}${inside}`)
  const what = locus === undefined ? 'holds genes of an animal' : `is the gene ${locus.key}`
  throw invalidGenes(`${field} ${what}: send it as ${places.join(' or ')}`, field, value, places)
}

/** Whether ignoring the field changes no answer: what it resembles was sent too, or it names the language of the answer. */
function isHarmless(
  { languages, language }: Reading,
  fields: Fields,
  known: string,
  name: string,
  value: unknown,
): boolean {
  if (known !== LANGUAGE) return !isAbsent(fields[known])
  if (typeof value === 'string' && findLanguage(tagOf(value), languages) === language) return true
  const isOtherCase = name !== LANGUAGE && synonymOf(name) === undefined
  return isOtherCase && !isAbsent(fields[known])
}

/**
 * The gene that a field outside of the groups is, in any case and with any separators: by its key; or by another of its names,
 * where what stands there is a genotype of it.
 */
export function geneCalled(
  { loci }: Pick<Model, 'loci'>,
  word: string,
  value: unknown,
): ModelLocus | undefined {
  const folded = foldedName(word)
  if (folded === '' || word.length > MAX_NAME_LENGTH) return undefined
  const isCalled = (name: string): boolean => foldedName(name) === folded
  return (
    loci.find(({ key }) => isCalled(key)) ??
    loci.find(
      (locus) =>
        (namesOf(locus).some(isCalled) || isHinted(locus, word)) && allelesMeant(locus, value) !== undefined,
    )
  )
}

/** The field of this level that an unknown name resembles. */
function fieldMeant({ fields }: Level, name: string): string | undefined {
  if (name.length > MAX_NAME_LENGTH) return undefined
  const folded = foldedName(name)
  const synonym = synonymOf(name)
  // Separators around it make it no longer: `_token` is a field of its own, as `token` is.
  const { length } = name.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
  const isMisspelt = (known: string): boolean =>
    length >= MIN_MISSPELT_LENGTH && editDistance(folded, foldedName(known)) === 1
  const names = Object.keys(fields)
  return names.find((known) => foldedName(known) === folded || known === synonym) ?? names.find(isMisspelt)
}

/** The steps of a name such as `others.matp` or `others[matp][]`, where the first one is an object of this level. */
function pathMeant({ fields }: Level, name: string): readonly string[] | undefined {
  if (!/[.[]/.test(name) || name.length > MAX_NAME_LENGTH) return undefined
  const path = name.split(/[.[\]]+/).filter((step) => step !== '')
  const [first = ''] = path
  return Object.hasOwn(fields, first) && fields[first] !== 'value' ? path : undefined
}

function bracketed(path: string): string {
  const [first = '', ...rest] = path.split('.')
  return `${first}${rest.map((step) => `[${step}]`).join('')}[]`
}

/** What programs send for nothing. */
function holdsNothing(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === ''
  if (typeof value !== 'object' || value === null) return value === undefined || value === null
  return Object.keys(value).length === 0
}
