/**
 * A herd as JSON text, as it is stored in the browser and exported as a file.
 * Guarantees: reading inverts writing; a text that is no herd is refused with the place of its first fault; a text of a newer version
 * is not guessed at.
 */
import { isObject } from '../../../../operations/read/decode-fields.js'
import type { Copies } from '../choice.js'
import type { Facts } from '../relatives.js'
import { animalOf, LONGEST_NAME, nameOf, type Herd, type HerdAnimal } from './herd.js'

/** Version of the format; increment it with every change. */
const VERSION = 1
const KIND = 'herd'

export type Words = readonly string[]

export interface Stored {
  readonly robe: typeof KIND
  readonly version: typeof VERSION
  readonly animals: readonly object[]
}

/** Why a text is refused: a text of the page by name, with its values, and where. */
export interface HerdFault {
  readonly text: string
  readonly values: Readonly<Record<string, string | number>>
  /** The number of the animal, from 1, its name if it has one, and the field. */
  readonly animal?: number
  readonly name?: string
  readonly field?: string
}

export type HerdRead = { readonly herd: Herd } | { readonly fault: HerdFault }

/** @param indent spaces, for a file that people may read */
export function writeHerd(herd: Herd, indent = 0): string {
  const animals = herd.map(({ name, sex, facts: { coat, born, has, lacks, isCertain, tests } }) => ({
    name,
    sex,
    ...(coat === '' ? {} : { coat }),
    ...(born === '' ? {} : { born }),
    ...(has.length === 0 ? {} : { has }),
    ...(lacks.length === 0 ? {} : { lacks }),
    ...(isCertain ? { certain: true } : {}),
    ...(Object.keys(tests).length === 0 ? {} : { tests }),
  }))
  return JSON.stringify({ robe: KIND, version: VERSION, animals } satisfies Stored, null, indent)
}

/** What the rules know, to check a file against. */
export interface KnownWords {
  readonly isToken: (token: string) => boolean
  /** Undefined if the gene has no such copies. */
  readonly copiesOf: (gene: string, copies: Copies) => Copies | undefined
}

class Refusal extends Error {
  constructor(readonly fault: HerdFault) {
    super(fault.text)
  }
}

/** @param known undefined for a text that was checked before it was stored */
export function readHerd(text: string, known?: KnownWords): HerdRead {
  try {
    return { herd: herdOf(parsed(text), known) }
  } catch (error) {
    if (error instanceof Refusal) return { fault: error.fault }
    throw error
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) as unknown
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    const [, at] = /position (\d+)/.exec(message) ?? []
    if (at === undefined) throw new Refusal({ text: 'notAHerd', values: {} })
    const line = text.slice(0, Number(at)).split('\n').length
    throw new Refusal({ text: 'brokenAtLine', values: { line } })
  }
}

function herdOf(value: unknown, known: KnownWords | undefined): Herd {
  if (!isObject(value) || value['robe'] !== KIND || !Array.isArray(value['animals']))
    throw new Refusal({ text: 'notAHerd', values: {} })
  const version = value['version']
  if (typeof version !== 'number') throw new Refusal({ text: 'notAHerd', values: {} })
  if (version > VERSION) throw new Refusal({ text: 'newerFile', values: { version } })
  const herd: HerdAnimal[] = []
  for (const [index, each] of (value['animals'] as readonly unknown[]).entries())
    herd.push(animalFrom(each, index + 1, herd, known))
  return herd
}

function animalFrom(value: unknown, animal: number, herd: Herd, known: KnownWords | undefined): HerdAnimal {
  const fields = isObject(value) ? value : {}
  const { name: sent, sex } = fields
  const refuse = (field: string, text: string, values: HerdFault['values'] = {}): never => {
    const name = typeof sent === 'string' ? sent.slice(0, LONGEST_NAME) : undefined
    throw new Refusal({ text, values, animal, field, ...(name === undefined ? {} : { name }) })
  }
  const name = typeof sent === 'string' ? nameOf(sent) : undefined
  if (name === undefined) return refuse('name', 'badName', { most: LONGEST_NAME })
  if (animalOf(herd, name) !== undefined) return refuse('name', 'nameTwice')
  if (sex !== 'f' && sex !== 'm') return refuse('sex', 'badSex')
  const textOf = (field: string): string => {
    const text = fields[field] ?? ''
    return typeof text === 'string' ? text : refuse(field, 'badText')
  }
  const tokensOf = (field: string): Words => {
    const list = fields[field] ?? []
    if (!areTexts(list)) return refuse(field, 'badText')
    const strange = known && list.find((each) => !known.isToken(each))
    return strange === undefined ? list : refuse(field, 'strangeWord', { word: strange })
  }
  const testsOf = (): Facts['tests'] => {
    const tests = fields['tests'] ?? {}
    if (!isObject(tests)) return refuse('tests', 'badText')
    const entries = Object.entries(tests).map(([gene, copies]): readonly [string, Copies] => {
      const read = areTexts(copies)
        ? known === undefined
          ? copies
          : known.copiesOf(gene, copies)
        : undefined
      const word = `${gene}=${Array.isArray(copies) ? copies.join('/') : String(copies)}`
      return [gene, read ?? refuse('tests', 'strangeWord', { word })]
    })
    return Object.fromEntries(entries)
  }
  const facts: Facts = {
    coat: textOf('coat'),
    born: textOf('born'),
    has: tokensOf('has'),
    lacks: tokensOf('lacks'),
    isCertain: fields['certain'] === true,
    tests: testsOf(),
  }
  return { name, sex, facts }
}

function areTexts(value: unknown): value is Words {
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
}
