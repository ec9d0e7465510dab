/**
 * Reads a pasted laboratory report, or a genotype as advertisements write it.
 * Guarantees: nothing ambiguous is chosen, the reader is asked; what was not read is shown; results that were entered otherwise stay.
 */
import { copiesText } from '../../form/copies-text.js'
import { UNKNOWN, type Copies, type Sex } from '../../form/choice.js'
import { NONE } from '../../form/relatives.js'
import type { ReportAnswer } from '../../library.js'
import { button, fill, h, on, type Child } from '../dom.js'
import { faultText, geneName } from '../fault.js'
import type { EntryState, Page } from '../page.js'
import type { Way } from './colour-way.js'

export interface ReportWay extends Way {
  readonly sex: () => Sex | undefined
  readonly state: () => EntryState
  readonly keep: (part: Partial<EntryState>) => void
}

type Question = ReportAnswer['questions'][number]

/** So that a report is read when it is pasted, and typing is not interrupted. */
const PAUSE_MS = 250

export function reportWay(way: ReportWay): HTMLElement {
  const { page, sex, state, keep } = way
  const { words, catalogue, questions } = page
  const text = h('textarea', { rows: 5, spellcheck: 'false', autocomplete: 'off' })
  const said = h('div', { class: 'report', role: 'status' })
  let latest = 0
  let pause: ReturnType<typeof setTimeout> | undefined
  const read = async (isShownOnly = false): Promise<void> => {
    const id = ++latest
    const report = text.value.trim()
    if (report === '') {
      fill(said)
      if (!isShownOnly) take(way, undefined)
      return
    }
    const known = sex()
    const fields = { report, lang: catalogue.language, ...(known === undefined ? {} : { sex: known }) }
    const answer = await questions.report(fields)
    if (id !== latest) return
    if ('code' in answer) {
      fill(said, faultText(page, answer))
      return
    }
    if (!isShownOnly) take(way, answer)
    show(answer)
  }
  const show = (answer: ReportAnswer): void => {
    const choose = (question: Question, choice: Copies): void => {
      keep({ answers: { ...state().answers, [keyOf(question)]: choice } })
      take(way, answer)
      show(answer)
      const pressed = said.querySelector<HTMLElement>('[data-question] [aria-pressed=true]')
      pressed?.focus()
    }
    fill(
      said,
      readList(page, answer),
      answer.questions.map((question) =>
        questionBox(page, question, state().answers[keyOf(question)], (choice) => choose(question, choice)),
      ),
      unreadList(page, answer),
      h(
        'p',
        { class: 'quiet' },
        words.say('notOnReport', {
          genes: answer.untested.map((gene) => geneName(page, gene)).join('; '),
        }),
      ),
    )
  }
  text.value = state().report
  on(text, {
    input: () => {
      keep({ report: text.value })
      clearTimeout(pause)
      pause = setTimeout(() => void read(), PAUSE_MS)
    },
  })
  // What it said is filled in already.
  void read(true)
  return h('div', { class: 'fields' }, h('label', { class: 'field' }, words.say('pasteReport'), text), said)
}

/** Puts the results into the animal in place of those of an earlier reading. */
function take({ page, facts, set, state, keep }: ReportWay, answer: ReportAnswer | undefined): void {
  const { base = {}, others = {}, questions = [] } = answer ?? {}
  const results: Record<string, Copies> = {}
  for (const [gene, copies] of Object.entries({ ...base, ...others }))
    if (copies.some((copy) => copy !== UNKNOWN)) results[gene] = copies
  const open = questions.filter((question) => {
    const choice = state().answers[keyOf(question)]
    if (choice !== undefined) results[question.gene] = choice
    return choice === undefined
  })
  const kept = Object.entries(facts().tests).filter(([gene]) => !state().reported.includes(gene))
  assume(page, state().isOpen, open.length > 0)
  keep({ reported: Object.keys(results), isOpen: open.length > 0 })
  set({ tests: { ...Object.fromEntries(kept), ...results } })
}

/** While a question is open an assumption would answer it, so everything possible is shown. */
function assume(page: Page, wasOpen: boolean, isOpen: boolean): void {
  const { population } = page.state()
  if (isOpen && population === page.usualPopulation) page.change({ population: NONE })
  if (!isOpen && wasOpen && population === NONE) page.change({ population: page.usualPopulation })
}

function keyOf({ gene, text }: Question): string {
  return `${gene} ${text}`
}

/** What was read, gene by gene. */
function readList(page: Page, { read }: ReportAnswer): Child {
  if (read.length === 0) return undefined
  return h(
    'table',
    { class: 'read-results' },
    h('caption', { class: 'field-name' }, page.words.say('wasRead')),
    h(
      'tbody',
      {},
      read.map(({ text, gene, alleles }) =>
        h(
          'tr',
          {},
          h('td', { class: 'quoted' }, text),
          h('th', { scope: 'row' }, geneName(page, gene)),
          h('td', {}, h('code', {}, copiesText(alleles, page.words))),
        ),
      ),
    ),
  )
}

function questionBox(
  page: Page,
  { text, gene, choices }: Question,
  chosen: Copies | undefined,
  onChoose: (choice: Copies) => void,
): HTMLElement {
  const { words } = page
  const asked = words.say('whatDoesItMean', { text, gene: geneName(page, gene) })
  return h(
    'div',
    { class: 'phase question', role: 'group', 'aria-label': asked, 'data-question': gene },
    h('p', {}, asked),
    h(
      'div',
      { class: 'chips' },
      choices.map((choice) => {
        const element = button(copiesText(choice, words), 'chip', () => onChoose(choice))
        element.setAttribute('aria-pressed', String(chosen?.join() === choice.join()))
        return element
      }),
    ),
    chosen === undefined ? h('p', { class: 'quiet' }, words.say('openUntilAnswered')) : undefined,
  )
}

/** What may hold a result is shown; headings, names and addresses are folded away. */
function unreadList({ words }: Page, { unread }: ReportAnswer): readonly Child[] {
  const [missed, others] = [true, false].map((mayHold) =>
    unread
      .filter(({ may_hold_result: mayHoldResult }) => mayHoldResult === mayHold)
      .map(({ text }) => h('li', {}, text)),
  )
  return [
    missed?.length
      ? h('div', { class: 'unread' }, fieldName(words.say('wasNotRead')), h('ul', {}, missed))
      : undefined,
    others?.length
      ? h('details', { class: 'unread' }, h('summary', {}, words.say('otherLines')), h('ul', {}, others))
      : undefined,
  ]
}

function fieldName(text: string): HTMLElement {
  return h('p', { class: 'field-name' }, text)
}
