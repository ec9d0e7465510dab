/**
 * What each view of the page says and does, against the core of the service.
 * Leaves to others: animals of which not everything is known (known-mode.ts).
 */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Test } from 'tap'
import { go, textOf, until, type PageTest } from './on-page.js'
import { BUCKSKIN, FAMILY, PARENTS } from './questions.js'

const run = promisify(execFile)
/** What is quicker than this the page does not speak of (progress.ts). */
const PATIENCE_MS = 150

/** As the page asks for a horse written in one line. */
function fieldsOf(text: string) {
  const genes = Object.fromEntries(
    text.split(',').map((word) => {
      const [gene = '', copies = ''] = word.split('=')
      return [gene, copies.split('/')] as const
    }),
  )
  const { agouti, extension, ...others } = genes
  return { base: { agouti, extension }, others }
}

/** A horse and the foals of a pair, in words and numbers as the service would say them. */
export async function checkLanguages(
  t: Test,
  { service, open }: PageTest,
  languages: readonly string[],
): Promise<void> {
  const { coats } = service
  const visit = await open('')
  for (const lang of languages) {
    await go(visit, `horse&horse=${BUCKSKIN}&lang=${lang}`)
    const { translate, explain } = coats.result({ ...fieldsOf(BUCKSKIN), lang, explain: true }, lang).body
    t.equal(await textOf(visit, '.coat'), translate)
    t.equal(await visit.ask('document.documentElement.lang'), lang)
    const told = String(await textOf(visit, '.explanation'))
    for (const { text } of explain?.carries ?? []) t.ok(told.includes(text), text)
    await until(visit, `document.querySelector('.portrait')?.naturalWidth`)
    t.ok(await visit.ask(`document.querySelector('.portrait').alt`), 'the picture has words')

    await go(visit, `foal&${PARENTS}&lang=${lang}`)
    const [mother, father] = PARENTS.split('&').map((each) => fieldsOf(each.replace(/^\w+=/, '')))
    const { results, live_foal_percentage: live } = coats.offspring(
      { mother, father, group_by: 'coat', lang },
      lang,
    ).body
    await until(visit, `document.querySelectorAll('.coats a').length === ${results.length}`)
    t.same(
      await visit.ask(`[...document.querySelectorAll('.coats a')].map((each) => each.textContent)`),
      results.map(({ coat }) => coat),
    )
    t.equal(live, 75)
    t.match(String(await textOf(visit, '.live')), '75')
  }
  t.same(visit.complaints, [])
}

export async function checkByKeyboard(t: Test, { open }: PageTest): Promise<void> {
  const visit = await open('')
  const focused = (): Promise<unknown> =>
    visit.ask(
      `document.activeElement.name || document.activeElement.className || document.activeElement.type`,
    )
  const reached: unknown[] = []
  // The skip link comes first, and leads to the ways to enter an animal.
  await visit.press('Tab')
  t.equal(await focused(), 'skip')
  await visit.press('Enter')
  for (let presses = 0; presses < 4 && (await focused()) !== 'horse-way'; presses++) await visit.press('Tab')
  await visit.press('ArrowRight')
  await visit.press('ArrowRight')
  for (let presses = 0; presses < 12 && (await focused()) !== 'horse-agouti'; presses++) {
    await visit.press('Tab')
    reached.push(await focused())
  }
  t.equal(await focused(), 'horse-agouti', reached.join(' '))
  await visit.press('ArrowRight')
  await until(visit, `document.querySelector('.coat').textContent`)
  t.match(String(await visit.ask('location.hash')), 'horse=agouti=A/A')
  // Found by its name, and put on the horse by a press.
  await visit.ask(`document.querySelector('.find input').focus()`)
  await visit.type('tobiano')
  await until(visit, `document.querySelector('.found button')`)
  await visit.press('Tab')
  await visit.press(' ')
  await until(visit, `location.hash.includes('kit=To/n')`)
  t.same(visit.complaints, [])
}

export async function checkLargeCross(t: Test, { open }: PageTest): Promise<void> {
  const visit = await open('horse')
  const parent =
    'agouti=A/a,extension=E/e,matp=Cr/Prl,dun=D/nd1,silver=Z/n,champagne=Ch/n,grey=G/n,kit=To/Rn,lp=Lp/n,patn1=PATN1/n,pax3=SW2/n,mitf=SW1/n,frame=O/n,mushroom=Mu/n'
  // However fast the machine is, the page has no patience, and the button is pressed as soon as it comes.
  const bars = await visit.ask(`new Promise((resolve, reject) => {
    const later = window.setTimeout
    window.setTimeout = (call, delay) => later(call, delay === ${PATIENCE_MS} ? 0 : delay)
    later(() => reject(new Error('nothing tells how far it is')), 20_000)
    const watch = new MutationObserver(() => {
      const stop = document.querySelector('.progress button')
      if (stop === null) return
      watch.disconnect()
      window.setTimeout = later
      resolve(document.querySelectorAll('.progress progress').length)
      stop.click()
    })
    watch.observe(document.querySelector('main'), { childList: true, subtree: true })
    location.hash = 'foal&mother=${parent}&father=${parent}'
  })`)
  t.equal(bars, 1)
  await until(visit, `document.querySelector('.summary .banner')`)
  t.equal(await visit.ask(`document.querySelector('.progress').children.length`), 0)
  // And is computed to its end when nobody stops it.
  await visit.ask(`document.querySelector('[data-gene] .pills input:not(:checked)').click()`)
  await until(visit, `document.querySelector('.count')`)
  t.same(visit.complaints, [])
}

interface Answer {
  readonly translate?: string
  readonly results?: readonly { readonly coat: string }[]
  readonly answers?: readonly (Pick<Answer, 'results'> & { readonly ask: string })[]
}

/** The links whose questions the page also shows as calls of the API. */
export const ASKED = [
  `foal&${PARENTS}&mother.eca3=E,To&lang=fr`,
  `horse&horse=${BUCKSKIN}&lang=de`,
  `known&${FAMILY}&lang=en`,
]

export async function checkSameQuestion(
  t: Test,
  { service, open }: PageTest,
  links: readonly string[],
): Promise<void> {
  const env = { ...process.env, ROBE_KEY: service.key }
  const visit = await open('')
  for (const hash of links) {
    await go(visit, hash)
    const [curl = '', script = ''] = (await visit.ask(
      `[...document.querySelectorAll('.ask code')].map((each) => each.textContent)`,
    )) as readonly string[]
    const shown = await visit.ask(
      `[...document.querySelectorAll('.card .coat, .coats a')].map((each) => each.textContent)`,
    )
    const program = `${script}\nprocess.stdout.write(JSON.stringify(answer))`
    for (const [command, ...words] of [
      ['sh', '-c', `${curl} -s`],
      [process.execPath, '--input-type=module', '-e', program],
    ] as const) {
      const { stdout } = await run(command, words, { env })
      const answer = JSON.parse(stdout) as Answer
      const { results = answer.answers?.find(({ ask }) => ask === 'foal')?.results } = answer
      t.same(results?.map(({ coat }) => coat) ?? [answer.translate], shown, stdout.slice(0, 300))
    }
  }
}

export async function checkForbidden(t: Test, { open }: PageTest): Promise<void> {
  const visit = await open('')
  const asked = visit.ask(`fetch('https://example.org/').then(() => 'loaded', () => 'refused')`)
  t.equal(await asked, 'refused')
}
