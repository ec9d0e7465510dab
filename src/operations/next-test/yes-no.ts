/**
 * Reads `yes_no`: coats of which only matters whether the animal or the foal shows one of them.
 */
import type { CoatPattern } from '../../inference/question.js'
import type { Coat } from '../../model/model.js'
import { fromJsonText } from '../read/decode-fields.js'
import { readCoat, refuseLongList, type TextContext } from '../read/observed/coat-name.js'
import { isAbsent } from '../read/values.js'
import type { Ruleset } from '../ruleset.js'

export interface YesNo {
  /** As it was sent. */
  readonly text: string
  readonly isWanted: (coat: Coat) => boolean
}

/** Undefined if it is not sent. Throws ClientError. */
export function readYesNo(ruleset: Ruleset, value: unknown, text: TextContext): YesNo | undefined {
  const sent = fromJsonText(value)
  if (isAbsent(sent)) return undefined
  const names: readonly unknown[] = Array.isArray(sent) ? sent : [sent]
  refuseLongList(names, 'yes_no', 'coat names')
  const at = (i: number): string => (Array.isArray(sent) ? `yes_no.${i}` : 'yes_no')
  const wanted = names.flatMap((name, i) => readCoat(ruleset, name, at(i), text).coats)
  return {
    text: names.join(', '),
    isWanted: ({ tokens }) => wanted.some((pattern) => matches(pattern, tokens)),
  }
}

function matches({ exactly, has, lacks }: CoatPattern, tokens: readonly string[]): boolean {
  if (exactly !== undefined)
    return exactly.length === tokens.length && exactly.every((token) => tokens.includes(token))
  return has.every((token) => tokens.includes(token)) && !lacks.some((token) => tokens.includes(token))
}
