/**
 * Shows the results of an inference: certain genotypes, possible genotypes, phases, coats, the next foal, and the assumptions.
 * Guarantees: names the population behind frequencies; shows the complete answer.
 */
import type { AskAnswer } from '../../../../operations/infer/ask-works.js'
import type { PhaseAnswer } from '../../../../operations/infer/genotypes-answer.js'
import type { FoalRow } from '../../form/foals.js'
import { chart } from '../foal/chart.js'
import { foalSummary } from '../foal/foal-summary.js'
import { type Child, h } from '../dom.js'
import { animalName } from '../fault.js'
import type { Page } from '../page.js'
import type { Inferred } from '../worker.js'
import { certainList, genotypeTable, shareCell } from './genotypes.js'

/** @param isNamed whether the coat of the animal is said already */
export function answersOf(page: Page, { inferred, bases }: Inferred, isNamed: boolean): readonly Child[] {
  const { words } = page
  const { answers, population, notes = [] } = inferred
  const hasGenotypes = answers.some(({ ask }) => ask === 'genotype')
  return [
    hasGenotypes ? undefined : h('p', { class: 'banner' }, words.say('onlyBounds')),
    answers.map((each, index) =>
      answerOf(page, each, {
        bases: bases[index] ?? [],
        isNamed: isNamed && answers.length > 1,
        isEstimated: inferred.estimated === true,
      }),
    ),
    section(
      words.say('restsOn'),
      h(
        'ul',
        { class: 'grounds' },
        [
          population === undefined ? words.say('noFrequencies') : undefined,
          ...notes.map(({ text }) => text),
          words.say('unsaidGenes'),
          words.say('seenIsNotTested'),
        ].map((text) => (text === undefined ? undefined : h('li', {}, text))),
      ),
    ),
  ]
}

interface Beside {
  /** The name of each row by its base genes. */
  readonly bases: readonly string[]
  /** Whether the only coat need not be said. */
  readonly isNamed: boolean
  readonly isEstimated: boolean
}

function answerOf(page: Page, answer: AskAnswer, { bases, isNamed, isEstimated }: Beside): Child {
  const { words } = page
  switch (answer.ask) {
    case 'genotype':
      return [
        section(words.say('certain'), certainList(page, answer.certain)),
        section(words.say('mayCarry'), genotypeTable(page, answer.genotypes, answer.certain)),
      ]
    case 'phase':
      return answer.phase.filter((each) => each.is_open).map((each) => phaseOf(page, each))
    case 'coat': {
      const rows = rowsOf(answer.results, bases)
      return isNamed && rows.length === 1 ? undefined : section(words.say('canLookLike'), chartOf(page, rows))
    }
    case 'foal': {
      const { ask: _, mother, father, results, ...envelope } = answer
      const rows = rowsOf(results, bases)
      const [partner = ''] = [mother, father].filter((id) => id.startsWith('partner'))
      const title = words.say('nextYoung', { young: words.say('young'), partner: animalName(page, partner) })
      const grounds = isEstimated ? { estimated: true as const } : {}
      const summary = foalSummary(page, rows, { kind: 'whole', envelope: { ...envelope, ...grounds } })
      return section(title, h('div', { class: 'summary' }, summary), chartOf(page, rows))
    }
  }
}

function section(title: string, ...content: readonly Child[]): Child {
  if (content.every((each) => each === undefined)) return undefined
  return h('section', { class: 'follows' }, h('h3', {}, title), ...content)
}

function rowsOf(results: readonly Omit<FoalRow, 'base'>[], bases: readonly string[]): readonly FoalRow[] {
  return results.map((row, index) => ({ ...row, base: bases[index] ?? '' }))
}

function chartOf(page: Page, rows: readonly FoalRow[]): HTMLElement {
  const { element, show } = chart(page)
  show(rows, { order: 'chance' })
  return element
}

function phaseOf({ words }: Page, { genes, phases }: PhaseAnswer): Child {
  const rows = phases.map(({ copies: [one = [], other = []], percentage }) =>
    h(
      'tr',
      { role: 'row' },
      h('th', { role: 'rowheader' }, words.say('way', { one: one.join(' + '), other: other.join(' + ') })),
      shareCell(words, percentage),
    ),
  )
  const table = h('table', { class: 'coats', role: 'table' }, h('tbody', { role: 'rowgroup' }, rows))
  return section(words.say('phaseOf', { genes: genes.join(', ') }), table)
}
