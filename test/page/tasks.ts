/**
 * A breeder's tasks on the page: each by mouse within a number of clicks, on a phone, and by keyboard alone.
 * Guarantees: what is asked begins at the first sight of the page or in an empty view, never at a link that knows the answer.
 */
import type { Test } from 'tap'
import type { Screen, Visit } from '../browser/chromium.js'
import { go, showing, textsOf, until, WIDE, type PageTest } from './on-page.js'

export const PHONE: Screen = { width: 390, height: 844 }

/** A pair to enter: what is clicked on, or typed, for each parent. */
interface Pair {
  readonly dam: readonly string[]
  readonly sire: readonly string[]
  /** How many clicks it may take from the view of two parents. */
  readonly clicks: number
  readonly expect: (answer: Shown) => void
}

interface Shown {
  readonly coats: readonly string[]
  readonly totals: readonly string[]
}

const tasks = (t: Test): Readonly<Record<string, Pair>> => ({
  'which foals a buckskin tobiano mare has by a palomino stallion': {
    dam: ['Buckskin', 'Tobiano'],
    sire: ['Palomino'],
    clicks: 4,
    expect: ({ coats, totals }) => {
      for (const coat of ['Buckskin tobiano', 'Palomino', 'Cremello tobiano'])
        t.ok(coats.includes(coat), coat)
      t.ok(totals.includes('Tobiano 50%'))
    },
  },
  'a bay mare, untested, and a grey stallion are answered': {
    dam: ['Bay'],
    sire: ['Grey'],
    clicks: 3,
    expect: ({ coats, totals }) => {
      t.same(coats.slice(0, 2), ['Grey (born bay)', 'Bay'])
      t.ok(totals.includes('Grey 50%'))
    },
  },
  'the chance of a double dilute from two palominos': {
    dam: ['Palomino'],
    sire: ['Palomino'],
    clicks: 3,
    expect: ({ totals }) => {
      t.ok(totals.includes('Cream (any) 75%'), totals.join())
      t.ok(totals.includes('Double cream 25%'))
    },
  },
  'how many foals of two tobianos have two copies': {
    dam: ['Bay', 'Tobiano'],
    sire: ['Bay', 'Tobiano'],
    clicks: 5,
    expect: ({ totals }) => t.ok(totals.includes('Tobiano 75% (two copies 25%)'), totals.join()),
  },
  'the risk of two frame overos': {
    dam: ['Bay', 'Frame overo'],
    sire: ['Black', 'Frame overo'],
    clicks: 5,
    expect: ({ totals }) => t.ok(totals.includes('Lethal 25%'), totals.join()),
  },
  'whether a chestnut pair can have a bay': {
    dam: ['Chestnut'],
    sire: ['Chestnut'],
    clicks: 3,
    expect: ({ coats }) => t.same(coats, ['Chestnut']),
  },
})

/** The button of this text in the panel of a parent. */
export const chip = (parent: string, text: string): string =>
  `[...document.querySelectorAll('[data-parent=${parent}] .chip')].find((each) => each.textContent === ${JSON.stringify(text)})`

async function answer(visit: Visit): Promise<Shown> {
  await until(visit, `document.querySelector('.coats a') && !document.querySelector('[aria-busy]')`)
  return { coats: await textsOf(visit, '.coats a'), totals: await textsOf(visit, '.totals .chip') }
}

async function byMouse(t: Test, { open }: PageTest, screen: Screen): Promise<void> {
  for (const [name, { dam, sire, clicks, expect }] of Object.entries(tasks(t))) {
    const visit = await open('', screen)
    await visit.click(
      `[...document.querySelectorAll('.start')].find((each) => each.hash.startsWith('#foal'))`,
    )
    await until(visit, `document.querySelector('[data-parent=father]')`)
    let count = 0
    const click = async (element: string): Promise<void> => {
      await visit.click(element)
      count += 1
    }
    for (const text of dam) await click(chip('mother', text))
    await click(`document.querySelector('[data-parent=father] > summary')`)
    for (const text of sire) await click(chip('father', text))
    expect(await answer(visit))
    t.ok(count <= clicks, `${name}: ${count} clicks`)
    t.same(visit.complaints, [], name)
  }
}

export const tasksByMouse = (t: Test, page: PageTest): Promise<void> => byMouse(t, page, WIDE)
export const tasksOnPhone = (t: Test, page: PageTest): Promise<void> => byMouse(t, page, PHONE)

/** Presses Tab until the focus is on what the expression says. */
export async function tabTo(visit: Visit, isThere: string): Promise<void> {
  for (let presses = 0; presses < 90; presses++) {
    if ((await visit.ask(isThere)) === true) return
    await visit.press('Tab')
  }
  throw new Error(`the focus never came to ${isThere}`)
}

const isFieldOf = (parent: string): string =>
  `document.activeElement.matches('[data-parent=${parent}] input[type=text]')`

/** One typed line for each parent. @param count how many of the tasks */
export async function tasksByKeyboard(t: Test, { open }: PageTest, count?: number): Promise<void> {
  for (const [name, { dam, sire, expect }] of Object.entries(tasks(t)).slice(0, count)) {
    const visit = await open('')
    await tabTo(visit, `document.activeElement.hash?.startsWith('#foal') === true`)
    await visit.press('Enter')
    await until(visit, `document.querySelector('[data-parent=father]')`)
    await tabTo(visit, isFieldOf('mother'))
    await visit.type(dam.join(' '))
    await visit.press('Enter')
    await until(visit, `location.hash.includes('mother.coat')`)
    await tabTo(visit, `document.activeElement.matches('[data-parent=father] > summary')`)
    await visit.press('Enter')
    await tabTo(visit, isFieldOf('father'))
    await visit.type(sire.join(' '))
    await visit.press('Enter')
    expect(await answer(visit))
    t.same(visit.complaints, [], name)
  }
}

/** On a phone the answer stays in sight, and what is touched is large enough. */
export async function checkPhone(t: Test, { open }: PageTest): Promise<void> {
  const pair = 'mother.coat=buckskin&father.coat=palomino&lang=en'
  const first = await open('horse&lang=en', PHONE)
  for (const hash of [
    'horse&lang=en',
    `foal&${pair}`,
    'known&self.coat=bay&mother.coat=chestnut&lang=en',
    'herd&lang=en',
    'mates&mother.coat=bay&sire1.coat=bay dun&wanted.has=dun&lang=en',
    'parentage&mother.coat=bay&foal.coat=chestnut&lang=en',
    'test&horse.coat=bay&goal=foal&mate.coat=chestnut&lang=en',
  ]) {
    const visit = first
    await go(visit, hash)
    await visit.ask(`for (const each of document.querySelectorAll('details')) each.open = true`)
    const small =
      await visit.ask(`[...document.querySelectorAll('button, select, summary, input, nav a, a.plain, a.start')]
      .map((each) => each.closest('.pills label') ?? each.closest('.check') ?? each)
      .filter((each) => each.checkVisibility())
      .map((each) => [each.outerHTML.slice(0, 90), Math.round(each.getBoundingClientRect().height)])
      .filter(([, height]) => height < 44)`)
    t.same(small, [], `${hash}: targets of at least 44 pixels`)
    const lines = await visit.ask(
      `new Set([...document.querySelectorAll('nav a')].map((each) => each.getBoundingClientRect().top)).size`,
    )
    t.equal(lines, 1, `${hash}: the navigation is one line`)
  }
  const visit = await open(`foal&${pair}`, PHONE)
  await visit.click(`document.querySelector('[data-parent=mother] > summary')`)
  await until(visit, `document.querySelector('.summary-bar')?.checkVisibility()`)
  t.match(await textsOf(visit, '.bar-text'), [/^\d+ coats: /])
  await visit.click(`document.querySelector('.bar-button')`)
  await until(visit, `!document.querySelector('.summary-bar').checkVisibility()`)
  t.pass('it leads to the answer, beside which it is not needed')
  t.same(visit.complaints, [])
}

/** Nothing is said before something is entered; a total shows the foals that it counts. */
export async function checkFirstSight(t: Test, { open }: PageTest): Promise<void> {
  const visit = await open('')
  await until(visit, `document.querySelectorAll('.example-foals li').length > 0`)
  t.equal(await visit.ask(`document.querySelector('.card').checkVisibility()`), false, 'no coat is claimed')
  t.match(await textsOf(visit, '.start'), ['Name a coat', 'Plan a foal', 'Find out what she carries'])
  await visit.click(`document.querySelector('.example a')`)
  await answer(visit)
  t.match(String(await visit.ask('location.hash')), /^#foal&mother=/)
  const before = (await textsOf(visit, '.coats a')).length
  await visit.click(`document.querySelector('.totals .chip')`)
  const shown = (await textsOf(visit, '.coats a')).length
  t.ok(shown > 0 && shown < before, 'a total filters the list')
  const [sum = ''] = await textsOf(visit, '.sum')
  const [chosen = ''] = await textsOf(visit, '.totals .chip[aria-pressed=true] b')
  t.ok(sum.includes(chosen), `${sum} of ${chosen}`)
  await showing(visit)
  t.same(visit.complaints, [])
}

/** Nothing scrolls inside the answer, whatever it holds. */
export async function checkNothingScrollsInside(t: Test, { open }: PageTest): Promise<void> {
  const visit = await open('horse&horse=agouti=A/a,extension=E/e,silver=Z/n,lp=Lp/Lp,grey=G/n&lang=en')
  const inner = await visit.ask(`[...document.querySelectorAll('main *')]
    .filter((each) => /auto|scroll/.test(getComputedStyle(each).overflowY) && each.scrollHeight > each.clientHeight + 1)
    .map((each) => each.className)`)
  t.same(inner, [])
}

/** Switching between the ways to enter an animal loses nothing. */
export async function checkWays(t: Test, { open }: PageTest): Promise<void> {
  const visit = await open('horse&lang=en')
  const way = (name: string): string =>
    `document.querySelector('[name=horse-way][value=${name}]').parentElement`
  const common = (text: string): string =>
    `[...document.querySelectorAll('.chip')].find((each) => each.textContent === '${text}')`
  await visit.click(common('Palomino'))
  await until(visit, `document.querySelector('.coat').textContent === 'Palomino'`)
  await visit.click(way('genes'))
  await visit.click(`document.querySelector('[data-gene=agouti] [value="A/A"]').parentElement`)
  await until(
    visit,
    `location.hash.includes('horse.coat=Palomino') && location.hash.includes('horse=agouti=A/A')`,
  )
  await visit.click(way('colour'))
  t.equal(await visit.ask(`${common('Palomino')}.getAttribute('aria-pressed')`), 'true')
  await showing(visit)
  t.match(await textsOf(visit, '.untested'), [/Not tested: extension/i])
  // Dozens of variants are searched for.
  await visit.click(way('genes'))
  const select = `document.querySelector('[data-gene=kit] select')`
  t.same(await visit.ask(`[...${select}.options].slice(0, 6).map(({ value }) => value)`), [
    '?',
    'n',
    'To',
    'Rn',
    'SB1',
    'DW20',
  ])
  await visit.ask(`{ ${select}.value = '…'; ${select}.dispatchEvent(new Event('change')) }`)
  await visit.type('W19')
  await visit.press('Enter')
  await until(visit, `location.hash.includes('kit=DW19/')`)
  t.same(visit.complaints, [])
}

const REPORT = `Red/Black Factor: E/e
Agouti: A/a
Cream: N/Cr
Silver: N/N`

/** A laboratory's report is pasted, and the animal is named; what is ambiguous is asked, and until then nothing is assumed. */
export async function checkReport(t: Test, { open }: PageTest, screen: Screen): Promise<void> {
  const visit = await open('horse&lang=en', screen)
  await visit.click(`document.querySelector('[name=horse-way][value=report]').parentElement`)
  await visit.click(`document.querySelector('textarea')`)
  await visit.type(REPORT)
  await until(visit, `document.querySelector('.coat').textContent === 'Buckskin'`)
  t.same(await textsOf(visit, '.read-results .quoted'), REPORT.split('\n'))
  t.same(await textsOf(visit, '.read-results code'), ['E/e', 'A/a', 'one copy of Cr', 'n/n'])
  // Some write it for one copy, others for two.
  await visit.type('\nGg\nnothing of this kind')
  await until(visit, `document.querySelector('[data-question=grey]')`)
  t.same(await textsOf(visit, '.unread li'), ['nothing of this kind'])
  t.match(String(await visit.ask('location.hash')), 'population=none')
  await visit.click(`document.querySelector('[data-question=grey] .chip')`)
  await until(visit, `location.hash.includes('population=textbook')`)
  await showing(visit)
  await visit.click(`document.querySelector('[name=horse-way][value=genes]').parentElement`)
  t.equal(await visit.ask(`document.querySelector('[data-gene=agouti] :checked').value`), 'A/a')
  t.same(visit.complaints, [])
}

/** The same by keyboard alone. */
export async function checkReportByKeyboard(t: Test, { open }: PageTest): Promise<void> {
  const visit = await open('foal&lang=en')
  await tabTo(visit, `document.activeElement.name === 'mother-way'`)
  await visit.press('ArrowRight')
  await tabTo(visit, `document.activeElement.matches('[data-parent=mother] textarea')`)
  await visit.type('Ee Aa nCr')
  await until(visit, `document.querySelector('[data-parent=mother] .parent-coat').textContent === 'Buckskin'`)
  t.same(await textsOf(visit, '[data-parent=mother] .parent-untested'), [''])
  t.same(visit.complaints, [])
}
