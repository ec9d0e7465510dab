/**
 * What follows from what is known: what is certain, what each gene may be, how linked ones lie, the coats that it can have,
 * its next young, and what all of it stands on.
 * Guarantees: whatever used a frequency says whose; nothing of the answer is left out.
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

/** @param tools above the last chart, which they are about */
export function answersOf(page: Page, { inferred, bases }: Inferred, tools: HTMLElement): readonly Child[] {
  const { words } = page
  const { answers, population, notes = [] } = inferred
  const last = answers.findLast((each) => 'results' in each)
  const hasGenotypes = answers.some(({ ask }) => ask === 'genotype')
  return [
    hasGenotypes ? undefined : h('p', { class: 'banner' }, words.say('onlyBounds')),
    answers.map((each, index) =>
      answerOf(page, each, {
        bases: bases[index] ?? [],
        isSole: answers.length === 1,
        isEstimated: inferred.estimated === true,
        tools: each === last ? tools : undefined,
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
  /** What each row would be called by its base genes. */
  readonly bases: readonly string[]
  /** Whether nothing else is told. */
  readonly isSole: boolean
  readonly isEstimated: boolean
  readonly tools: Child
}

function answerOf(page: Page, answer: AskAnswer, { bases, isSole, isEstimated, tools }: Beside): Child {
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
      // What was seen needs not be told, unless nothing else is.
      const isTold = !isSole && rows.length === 1 && page.state().relatives.self.coat !== ''
      return isTold ? undefined : section(words.say('canLookLike'), tools, chartOf(page, rows))
    }
    case 'foal': {
      const { ask: _, mother, father, results, ...envelope } = answer
      const rows = rowsOf(results, bases)
      const [partner = ''] = [mother, father].filter((id) => id.startsWith('partner'))
      const title = words.say('nextYoung', { young: words.say('young'), partner: animalName(page, partner) })
      const grounds = isEstimated ? { estimated: true as const } : {}
      const summary = foalSummary(page, rows, { kind: 'whole', envelope: { ...envelope, ...grounds } })
      return section(title, h('div', { class: 'summary' }, summary), tools, chartOf(page, rows))
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
  show(rows, { order: 'chance', scale: page.state().scale })
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
