/**
 * Refuses fields that stand in the wrong object of a request: an option of the cross inside a parent, what was seen of a parent
 * beside both, an array for a side that `kit_linkage` does not have.
 * Guarantees: only where the right place is empty; an option with a short name, such as `lang`, is ignored inside a parent.
 */
import { fromJsonText, isObject, type Fields } from './decode-fields.js'
import { foldedName, isAnimalField, type Level } from './known-fields.js'
import { faultAt } from './refusals.js'
import { isAbsent } from './values.js'

/** A shorter name of an option is a word that the client's record of a parent may hold: `lang`, `limit`. */
const MIN_OPTION_LENGTH = 6

/** One object of a request, where it stands, and the one around it. */
export interface Place {
  readonly level: Level
  readonly fields: Fields
  /** '' for the request itself. */
  readonly name: string
  /** Of its fields' paths. */
  readonly prefix: string
  readonly around?: Place
}

/** Throws ClientError. @param name of a field that does not belong here and holds something */
export function refuseMisplaced(place: Place, name: string): void {
  const { level, fields, name: own, prefix } = place
  const [field, value] = [`${prefix}${name}`, fields[name]]
  const outside = placeAround(place, name)
  if (outside !== undefined)
    throw faultAt(field, value, `${field} is no field of ${own}: send it as ${outside}`, [outside])
  const inside = placesInAnimals(place, name)
  if (inside.length > 0)
    throw faultAt(field, value, `${field} is a field of an animal: send it as ${inside.join(' or ')}`, inside)
  if (level.isClosed === true && Array.isArray(fromJsonText(value))) {
    const names = Object.keys(level.fields)
    const places = names.map((each) => `${prefix}${each}`)
    throw faultAt(field, value, `Unknown field ${field}: ${own} takes only ${names.join(' and ')}`, places)
  }
}

/** The field of that name in the object around this one: in the part of it that is for this one, if there is such a part. */
function placeAround({ name: own, around }: Place, name: string): string | undefined {
  if (around === undefined) return undefined
  const folded = foldedName(name)
  const known = Object.keys(around.level.fields).find((each) => foldedName(each) === folded)
  if (known === undefined || known.length < MIN_OPTION_LENGTH || !isAbsent(around.fields[known]))
    return undefined
  const kind = around.level.fields[known]
  const hasPart = typeof kind === 'object' && Object.hasOwn(kind.fields, own)
  return `${around.prefix}${known}${hasPart ? `.${own}` : ''}`
}

/** Where animals further inside may have a field of that name, unless each of them has it. */
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
