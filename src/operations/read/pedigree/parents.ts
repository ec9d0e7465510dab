/**
 * Who is whose parent among the animals of a pedigree.
 * Guarantees: ids exist, sexes fit, nobody is an ancestor of itself; the first place where that fails is told.
 */
import type { Sex } from '../../../rules/tables.js'
import type { Fields } from '../decode-fields.js'
import type { ClientError } from '../../client-error.js'
import { quoted } from '../near-misses.js'
import { strangeWord } from '../refusals.js'
import { isAbsent } from '../values.js'

/** An animal with its id and its place in the request. */
export interface Named {
  readonly id: string
  readonly at: string
  readonly value: Fields
  readonly sex: Sex | undefined
}

/** @param wrong the sex that it cannot have */
export function readParent(
  named: readonly Named[],
  horse: Named,
  role: 'mother' | 'father',
  wrong: Sex,
): number | undefined {
  const value = horse.value[role]
  if (isAbsent(value)) return undefined
  const field = `${horse.at}.${role}`
  const fitting = named.filter((each) => each !== horse && each.sex !== wrong).map(({ id }) => id)
  const index = named.findIndex(({ id }) => id === value)
  const found = named[index]
  if (found === undefined)
    throw refused(field, value, fitting, `${quoted(value)} is the id of no animal here`, value)
  if (found === horse) throw refused(field, value, fitting, 'no animal is its own parent')
  if (found.sex === wrong)
    throw refused(field, value, fitting, `${quoted(value)} is ${wrong}, and cannot be a ${role}`)
  return index
}

/** @param word that may be a slip of what is expected */
function refused(
  field: string,
  value: unknown,
  expected: readonly string[],
  what: string,
  word?: unknown,
): ClientError {
  const message = `${field} must be the id of another animal: ${what}`
  return strangeWord(field, message, expected.slice(0, 50), word, value)
}

export type Parents = readonly { readonly mother: number | undefined; readonly father: number | undefined }[]

/** What it is to its foals, if it has any. */
export function roleOf(parents: Parents, horse: number): Sex | undefined {
  if (parents.some(({ mother }) => mother === horse)) return 'female'
  return parents.some(({ father }) => father === horse) ? 'male' : undefined
}

/** Nobody is a mother here and a father there. */
export function checkRoles(named: readonly Named[], parents: Parents): void {
  parents.forEach(({ father }, i) => {
    if (father === undefined || !parents.some(({ mother }) => mother === father)) return
    const id = named[father]?.id ?? ''
    const others = named
      .filter((_, at) => at !== i && !parents.some(({ mother }) => mother === at))
      .map((each) => each.id)
    throw refused(
      `${named[i]?.at ?? ''}.father`,
      id,
      others,
      `${quoted(id)} is a mother, and cannot be a father too`,
    )
  })
}

export function checkCircles(named: readonly Named[], parents: Parents): void {
  const done = new Set<number>()
  const visit = (horse: number, path: readonly number[]): void => {
    if (done.has(horse)) return
    for (const role of ['mother', 'father'] as const) {
      const parent = parents[horse]?.[role]
      if (parent === undefined) continue
      const line = [...path, horse]
      if (!line.includes(parent)) visit(parent, line)
      else {
        const circle = [...line.slice(line.indexOf(parent)), parent].map((each) => named[each]?.id ?? '')
        throw refused(
          `${named[horse]?.at ?? ''}.${role}`,
          named[parent]?.id,
          [],
          `nobody is an ancestor of itself, and here ${circle.slice(0, 2).join(' is a foal of ')}${circle
            .slice(2)
            .map((id) => `, which is a foal of ${id}`)
            .join('')}`,
        )
      }
    }
    done.add(horse)
  }
  named.forEach((_, horse) => visit(horse, []))
}
