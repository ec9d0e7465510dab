/** Whether a foal can be that of a mare, of a stallion, or of both. */
import type { Fields } from '../../../../operations/read/decode-fields.js'
import type { ParentageAnswer, Robe } from '../../library.js'
import { named } from '../observed.js'

export interface ParentageQuestion extends Fields {
  readonly foal: Fields
  readonly mother?: Fields
  readonly father?: Fields
  readonly lang: string
}

export interface ParentageFound {
  readonly answer: ParentageAnswer
  /** The question as an API call. */
  readonly body: Fields
}

export function findParentage(robe: Robe, { foal, mother, father, lang }: ParentageQuestion): ParentageFound {
  const animals = Object.entries({ foal, mother, father }).flatMap(([role, known]) =>
    known === undefined ? [] : [[role, named(robe, known, role, lang)]],
  )
  const body = { ...(Object.fromEntries(animals) as Fields), lang }
  return { answer: robe.checkParentage(body), body }
}
