/**
 * Asks a question of the views that compare, check and plan.
 * Guarantees: a population without figures is no dead end; a question that needs an assumption gets the usual one, and the answer says
 * so; a long computation shows progress and can be stopped.
 */
import type { Fields } from '../../../../operations/read/decode-fields.js'
import { NONE } from '../../form/relatives.js'
import { lacksFigures } from '../animal/likely-coat.js'
import { h, type Child } from '../dom.js'
import { insteadText } from '../fault.js'
import type { Page } from '../page.js'
import type { Progress } from '../progress.js'
import type { Fault, PlanKind, Plans } from '../worker.js'

export interface PlanParts<Asked extends PlanKind> {
  readonly page: Page
  readonly kind: Asked
  readonly progress: Progress
  /** The view, which is busy meanwhile. */
  readonly element: () => HTMLElement
  readonly fields: (population: string) => Fields
  /** Called for each part of the answer. */
  readonly hear: (part: Plans[Asked]) => void
  /** @param told what is to be said above the answer @param fault undefined for a whole answer, or one that was stopped */
  readonly end: (told: Child, fault: Fault | undefined, isStopped: boolean) => void
}

export function askPlan<Asked extends PlanKind>(parts: PlanParts<Asked>): void {
  const { page, kind, progress, element, fields, hear, end } = parts
  const { questions, usualPopulation, words } = page
  const chosen = page.state().population
  const attempt = (population: string, told: Child): void => {
    const stop = (said: Child, fault: Fault | undefined, isStopped = false): void => {
      progress.end()
      element().removeAttribute('aria-busy')
      end(said, fault, isStopped)
    }
    progress.begin(() => stop(h('p', { class: 'banner' }, words.say('stoppedShort')), undefined, true))
    element().setAttribute('aria-busy', 'true')
    questions.plan(kind, fields(population), (part) => {
      if (part === 'ended') stop(told, undefined)
      else if (!('code' in part)) hear(part)
      else if (lacksFigures(part) && population !== usualPopulation)
        attempt(usualPopulation, insteadText(page, part))
      else stop(told, part)
    })
  }
  if (chosen !== NONE) attempt(chosen, undefined)
  else attempt(usualPopulation, h('p', { class: 'banner' }, words.say('needsAssumption')))
}

/** The fault with its facts named as in a list of animals. @param places of the animals, such as `foal` */
export function inPlaces({ details, ...fault }: Fault, places: readonly string[]): Fault {
  if (details === undefined) return { ...fault, details }
  const renamed = (text: string): string => {
    const at = places.findIndex((place) => text.startsWith(`${place}.`))
    return at < 0 ? text : `horses.${at}${text.slice(places[at]?.length)}`
  }
  const { field, value } = details
  const named: unknown = Array.isArray(value)
    ? value.map((each: unknown) => (typeof each === 'string' ? renamed(each) : each))
    : value
  return { ...fault, details: { ...details, field: renamed(field), value: named } }
}
