/** What is not tested of an animal of which something is known. */
import { isSeen, untestedGenes } from '../../form/animal-fields.js'
import type { Facts } from '../../form/relatives.js'
import type { Page } from '../page.js'

export function untestedText({ words, catalogue }: Page, facts: Facts): string {
  const untested = untestedGenes(facts, catalogue.genes)
  if (untested.length === 0) return ''
  if (isSeen(facts) && Object.keys(facts.tests).length === 0) return words.say('notTested')
  return words.say('untestedGenes', { genes: untested.map(({ name }) => name).join(', ') })
}
