/**
 * A wanted coat as operations understand it.
 * Guarantees: a name that is also that of a part means any coat with this part, unless it is that of a base colour.
 */
import type { Fields } from '../../../../operations/read/decode-fields.js'
import type { Robe } from '../../library.js'
import { variantCoats } from '../coat-names.js'
import type { Wanted } from './plan.js'

export interface WantedCoats {
  /** Names and tokens that a coat must all match. */
  readonly all: readonly string[]
  /** The same if these are tokens only. */
  readonly tokens: readonly string[] | undefined
}

export function wantedCoats(robe: Robe, { coat, has }: Wanted, lang: string): WantedCoats {
  if (coat === '') return { all: has, tokens: has }
  const folded = coat.toLowerCase()
  const isBase = [...variantCoats(robe, lang).bases.keys()].some((name) => name.toLowerCase() === folded)
  const { tokens } = robe.genes({ lang })
  const part = isBase ? undefined : tokens.find(({ term }) => term.toLowerCase() === folded)?.token
  if (part !== undefined) return { all: [part, ...has], tokens: [part, ...has] }
  const name = has.length === 0 ? coat : robe.coatWith(coat, has, 'wanted', lang)
  return { all: name === undefined ? [coat, ...has] : [name], tokens: undefined }
}

/** The fields of `chooseMate`. */
export function wantedFields(robe: Robe, wanted: Wanted, lang: string): Fields {
  return { wanted: wantedCoats(robe, wanted, lang).all, wanted_any: false }
}
