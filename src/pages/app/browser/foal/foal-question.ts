/** The question about the foals of the two parents of the page. */
import { animalFields, isExact, withUntested } from '../../form/animal-fields.js'
import { phaseQuestions } from '../../form/phase.js'
import type { Page } from '../page.js'
import type { Fault } from '../worker.js'
import { SEX_OF, type ParentName } from './parent-panel.js'

export const PARENTS: readonly ParentName[] = ['mother', 'father']

/** How the question is put: again with a limit, or with the usual population because of a fault. */
export interface Attempt {
  readonly limit?: number
  readonly instead?: Fault
}

/** Whether tests alone determine both parents, so that nothing is assumed. */
export function areExact(page: Page): boolean {
  return PARENTS.every((name) => isExact(page.state()[name], page.catalogue.genes))
}

export function bodyOf(page: Page, { limit, instead }: Attempt, usual: string) {
  const { genes, language } = page.catalogue
  const parents = PARENTS.map((name) => ({ name, ...page.state()[name] }))
  const asked = parents.map((parent) => ({
    name: parent.name,
    ...animalFields(parent, genes, SEX_OF[parent.name]),
  }))
  const sides = parents.map(({ name, together }) => [name, Object.values(together).flat()] as const)
  const isPhaseOpen = parents.some(({ name, tests, together }) =>
    phaseQuestions(withUntested(tests, genes), genes, SEX_OF[name]).some(
      ({ group }) => together[group] === undefined,
    ),
  )
  const isSexed = asked.some((each) => each.isSexed)
  return {
    ...Object.fromEntries(asked.map(({ name, fields }) => [name, fields])),
    ...(sides.every(([, alleles]) => alleles.length === 0) ? {} : { kit_linkage: Object.fromEntries(sides) }),
    ...(isPhaseOpen ? { has_IDK: true } : {}),
    ...(areExact(page)
      ? { group_by: isSexed ? 'coat,sex' : 'coat', recombination_band: true }
      : { group_by: 'coat', population: instead === undefined ? page.state().population : usual }),
    ...(limit === undefined ? {} : { limit }),
    tokens: true,
    lang: language,
  }
}
