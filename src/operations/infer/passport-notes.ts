/**
 * Notes on words of passports: what each was read as.
 * Guarantees: a text has one note for each place; names that are read as they stand have none.
 */
import type { Lexicon } from '../../naming/lexicon.js'
import { nameCoat, partName } from '../../naming/name.js'
import { PASSPORT_TEXTS, type PassportTextId } from '../../naming/passport-texts.js'
import type { Note } from '../wording.js'
import type { PassportText } from '../read/observed/coat-name.js'
import type { InferenceQuestion } from './ask-works.js'

/** The words of what was observed, and of what is wanted. */
export function passportNotes(
  lexicon: Lexicon,
  { read, asks }: Pick<InferenceQuestion, 'read' | 'asks'>,
): readonly Note[] {
  const observed = read.flatMap(({ seen }) =>
    seen.flatMap(({ field, passport }) => (passport ? [{ field, passport }] : [])),
  )
  const wanted = asks.flatMap((ask) => (ask.kind === 'foal' ? (ask.foals?.passport ?? []) : []))
  return [...observed, ...wanted].map(({ field, passport }) => passportNote(lexicon, field, passport))
}

/** @param field of the request that holds the words */
export function passportNote(lexicon: Lexicon, field: string, { text, coats, shades }: PassportText): Note {
  const code = shades.length === 0 ? 'passport-word' : 'passport-shade'
  const values = { word: text, coats: coatsText(lexicon, coats), shades: shades.join(', ') }
  return { code, field, text: filled(lexicon, code, values) }
}

/** Of more coats than these the first ones are named. */
const MAX_NAMED = 8

function coatsText(lexicon: Lexicon, coats: PassportText['coats']): string {
  const whole = coats.flatMap(({ isWhole, exactly, has }) =>
    isWhole ? [nameCoat(lexicon, exactly ?? has)] : [],
  )
  const parts = new Map<string, { readonly names: readonly string[]; readonly lacks: string }>()
  for (const { isWhole, has, lacks } of coats) {
    if (isWhole) continue
    const without = lacks.map((token) => partName(lexicon, [token])).join(', ')
    const { names = [] } = parts.get(without) ?? {}
    parts.set(without, { names: [...names, partName(lexicon, has)], lacks: without })
  }
  const open = [...parts.values()].map(({ names, lacks }) =>
    filled(lexicon, lacks === '' ? 'passport-any' : 'passport-any-lacks', { parts: listed(names), lacks }),
  )
  return [...(whole.length > 0 ? [listed(whole)] : []), ...open].join(', ')
}

function listed(names: readonly string[]): string {
  const all = [...new Set(names)]
  const more = all.length > MAX_NAMED ? ['…'] : []
  return [...all.slice(0, MAX_NAMED), ...more].join(' / ')
}

function filled(lexicon: Lexicon, id: PassportTextId, values: Readonly<Record<string, string>>): string {
  const text: string = lexicon.notes[id] ?? PASSPORT_TEXTS[id]
  return text.replaceAll(/\{(\w+)\}/g, (placeholder, key: string) => values[key] ?? placeholder)
}
