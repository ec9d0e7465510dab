/**
 * Tests with their possible results, what each would mean and how likely it is.
 * Guarantees: the test that tells most is first and marked; speaks of copies and offspring, not of bits.
 */
import type { TestFound, TestResult, TestsFound } from '../../form/plan/find-tests.js'
import { wantedText } from '../plan/wanted-choice.js'
import { h, type Child } from '../dom.js'
import { geneName } from '../fault.js'
import { shareCell } from '../known/genotypes.js'
import type { Page } from '../page.js'
import { focusAlleles, meaningsOf } from './meanings.js'

/** Smaller differences are rounding. */
const NEARLY = 1e-6

export function testList(page: Page, found: TestsFound): readonly Child[] {
  const { words } = page
  const { chance, tests } = found
  // Equally informative tests are named together.
  const best = tests.filter(({ gain }) => gain > (tests[0]?.gain ?? 0) - NEARLY)
  const others = tests.slice(best.length)
  const now =
    chance === undefined
      ? undefined
      : h('p', {}, words.say('chanceNow', { coat: wantedText(page), share: words.share(chance) }))
  if (best.length === 0)
    return chance === 0
      ? [h('p', { class: 'count' }, words.say('neverSuchFoal'))]
      : [h('p', { class: 'count' }, words.say('noTestTells')), now]
  return [
    h('p', { class: 'count' }, shortTests(page, found)),
    now,
    best.map((each) => testCard(page, found, each, best.length > 1 ? 'h3' : undefined)),
    others.length === 0
      ? undefined
      : h(
          'section',
          { class: 'follows' },
          h('h3', {}, words.say(others.length === 1 ? 'otherTest' : 'otherTests')),
          others.map((each) => testCard(page, found, each, 'h4')),
        ),
  ]
}

/** The test to order, or all equally informative ones, in one line. */
export function shortTests(page: Page, { tests }: TestsFound): string {
  const { words } = page
  const best = tests.filter(({ gain }) => gain > (tests[0]?.gain ?? 0) - NEARLY)
  if (best.length === 0) return words.say('noTestTells')
  const genes = new Intl.ListFormat(words.language, { type: 'disjunction' }).format(
    best.map(({ gene }) => geneName(page, gene)),
  )
  return words.say('orderTest', { gene: genes })
}

/** @param heading undefined where the gene is said already */
function testCard(page: Page, found: TestsFound, test: TestFound, heading?: 'h3' | 'h4'): HTMLElement {
  const { words, state } = page
  const ofFemale = (state().sex === 'f') !== test.isMate
  const who = words.say('testOf', { who: words.say(ofFemale ? 'mother' : 'father') })
  const hasChances = found.chance !== undefined
  return h(
    'section',
    { class: 'test', 'data-test': test.gene },
    heading && h(heading, { class: 'test-name' }, geneName(page, test.gene)),
    hasChances ? h('p', { class: 'quiet' }, who) : tellsText(page, test),
    h(
      'table',
      { class: 'coats results-of-test', role: 'table' },
      h(
        'thead',
        { role: 'rowgroup' },
        h(
          'tr',
          { role: 'row' },
          ['resultOfTest', hasChances ? 'chanceThen' : 'share'].map((name) =>
            h('th', { role: 'columnheader' }, words.say(name)),
          ),
        ),
      ),
      h(
        'tbody',
        { role: 'rowgroup' },
        test.results.map((result) => resultRow(page, found, test, result)),
      ),
    ),
  )
}

/** What a test tells, with the chance of it. */
function tellsText({ words, catalogue }: Page, test: TestFound): HTMLElement {
  const alleles = focusAlleles(catalogue.genes, test)
  const texts = alleles.map(({ label, share, isSure }) =>
    isSure
      ? words.say('tellsCopies', { allele: label })
      : words.say('tellsWhether', { allele: label, share: words.share(share) }),
  )
  return h('p', {}, texts.join(' '))
}

function resultRow(page: Page, found: TestsFound, test: TestFound, result: TestResult): HTMLElement {
  const { words } = page
  const { alleles, percentage, chance } = result
  const name = h(
    'th',
    { role: 'rowheader' },
    h('code', {}, alleles.join('/')),
    h('span', { class: 'meaning' }, meaningsOf(page, found, test, result).join(' ')),
  )
  if (chance === undefined) return h('tr', { role: 'row' }, name, shareCell(words, percentage))
  const cell = shareCell(words, chance)
  cell.append(h('span', { class: 'best' }, words.say('soManyResults', { share: words.share(percentage) })))
  return h('tr', { role: 'row' }, name, cell)
}
