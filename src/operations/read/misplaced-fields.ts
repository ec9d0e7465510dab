/**
 * Refuses known fields in the wrong object of a request: an option of the cross inside a parent, a parent's `seen` beside the
 * parents, an unknown side of `kit_linkage`.
 * Guarantees: refuses only if the right place is empty; ignores options with short names, such as `lang`, inside a parent.
 */
import { fromJsonText, isObject, type Fields } from './decode-fields.js'
import { foldedName, isAnimalField, type Level } from './known-fields.js'
import { faultAt } from './refusals.js'
import { isAbsent } from './values.js'

/** Shorter option names, such as `lang` and `limit`, may be unrelated fields of the client's record of a parent. */
const MIN_OPTION_LENGTH = 6

/** One object of a request, with its path and the object around it. */
export interface Place {
  readonly level: Level
  readonly fields: Fields
  /** '' for the request itself. */
  readonly name: string
  /** Prefix of its fields' paths. */
  readonly prefix: string
  readonly around?: Place
}

/** Throws ClientError if the field belongs elsewhere. @param name of an unknown field with a value */
export function refuseMisplaced(place: Place, name: string): void {
  const { level, fields, name: objectName, prefix } = place
  const [field, value] = [`${prefix}${name}`, fields[name]]
  const outside = placeAround(place, name)
  if (outside !== undefined)
    throw faultAt(field, value, `${field} is not a field of ${objectName}: send it as ${outside}`, [outside])
  const inside = placesInAnimals(place, name)
  if (inside.length > 0)
    throw faultAt(field, value, `${field} is a field of an animal: send it as ${inside.join(' or ')}`, inside)
  if (level.isClosed === true && Array.isArray(fromJsonText(value))) {
    const names = Object.keys(level.fields)
    const places = names.map((each) => `${prefix}${each}`)
    throw faultAt(
      field,
      value,
      `Unknown field ${field}: ${objectName} has only ${names.join(' and ')}`,
      places,
    )
  }
}

/** The path of that field in the surrounding object, inside the part for this object if there is one. */
function placeAround({ name: objectName, around }: Place, name: string): string | undefined {
  if (around === undefined) return undefined
  const folded = foldedName(name)
  const known = Object.keys(around.level.fields).find((each) => foldedName(each) === folded)
  if (known === undefined || known.length < MIN_OPTION_LENGTH || !isAbsent(around.fields[known]))
    return undefined
  const kind = around.level.fields[known]
  const hasPart = typeof kind === 'object' && Object.hasOwn(kind.fields, objectName)
  return `${around.prefix}${known}${hasPart ? `.${objectName}` : ''}`
}

/** Paths of that field in the nested animals; empty if each of them has it already. */
function placesInAnimals({ level, fields, prefix }: Place, name: string): readonly string[] {
  const folded = foldedName(name)
  const animals = level.animals.filter((animal) => animal !== '')
  if (!isAnimalField(folded)) return []
  const hasIt = (animal: string): boolean => {
    const value = fields[animal]
    return isObject(value) && !isAbsent(value[folded])
  }
  return animals.every(hasIt) ? [] : animals.map((animal) => `${prefix}${animal}.${folded}`)
}
