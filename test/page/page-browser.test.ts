/**
 * The page at `/` in a real browser: each of its views in each language, at each width, by keyboard alone, with links that
 * are wrong and crosses that are large.
 * Leaves to others: that the thread's answers are the service's (answers.test.ts), and what is served (served.test.ts).
 */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import t from 'tap'
import { hasChromium, PACKAGE } from '../browser/chromium.js'
import { startPage, textOf, until } from './on-page.js'

const run = promisify(execFile)
const skip = hasChromium() ? false : `needs ${PACKAGE}`
const LANGUAGES = ['fr', 'en', 'de']
const BUCKSKIN = 'agouti=A/a,extension=E/e,matp=Cr/n'
const PARENTS = `mother=${BUCKSKIN},kit=To/n,frame=O/n&father=agouti=a/a,extension=e/e,matp=Cr/n,frame=O/n`

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

t.test('each view in each language, as the service would say it', { skip, timeout: 120_000 }, async (t) => {
  const { service, open } = await startPage(t)
  for (const lang of LANGUAGES) {
    const { coats } = service
    const horse = await open(`horse&horse=${BUCKSKIN}&lang=${lang}`)
    const { translate, explain } = coats.result({ ...fieldsOf(BUCKSKIN), lang, explain: true }, lang).body
    t.equal(await textOf(horse, '.coat'), translate)
    t.equal(await horse.ask('document.documentElement.lang'), lang)
    const told = String(await textOf(horse, '.explanation'))
    for (const { text } of explain?.carries ?? []) t.ok(told.includes(text), text)
    await until(horse, `document.querySelector('.portrait')?.naturalWidth`)
    t.ok(await horse.ask(`document.querySelector('.portrait').alt`), 'the picture has words')

    const foals = await open(`foal&${PARENTS}&lang=${lang}`)
    const [mother, father] = PARENTS.split('&').map((each) => fieldsOf(each.replace(/^\w+=/, '')))
    const { results, live_foal_percentage: live } = coats.offspring(
      { mother, father, group_by: 'coat', lang },
      lang,
    ).body
    await until(foals, `document.querySelectorAll('.coats a').length === ${results.length}`)
    t.same(
      await foals.ask(`[...document.querySelectorAll('.coats a')].map((each) => each.textContent)`),
      results.map(({ coat }) => coat),
    )
    t.equal(live, 75)
    t.match(String(await textOf(foals, '.live')), '75')
    t.same([...horse.complaints, ...foals.complaints], [])
  }
})

t.test(
  'nothing scrolls sideways, nothing is complained of, nobody else is asked',
  { skip, timeout: 120_000 },
  async (t) => {
    const { service, open } = await startPage(t)
    for (const [width, height] of [
      [360, 780],
      [768, 1024],
      [1440, 900],
    ] as const)
      for (const scheme of ['light', 'dark'] as const)
        for (const hash of [
          `horse&horse=${BUCKSKIN},kit=To+DW20/n,lp=Lp/n`,
          `foal&${PARENTS}`,
          `foal&${PARENTS}&order=base`,
        ]) {
          const visit = await open(hash, { width, height, scheme })
          const fits = await visit.ask('document.documentElement.scrollWidth <= innerWidth')
          t.equal(fits, true, `${width} ${hash}`)
          const others = visit.requests.filter(
            (url) => !url.startsWith(`${service.url}/`) && !url.startsWith(`blob:${service.url}/`),
          )
          t.same([others, visit.complaints], [[], []], `${width} ${scheme} ${hash}`)
        }
  },
)

t.test('a horse can be chosen with the keyboard alone', { skip, timeout: 60_000 }, async (t) => {
  const { open } = await startPage(t)
  const visit = await open('')
  const focused = (): Promise<unknown> =>
    visit.ask(
      `document.activeElement.name || document.activeElement.className || document.activeElement.type`,
    )
  const before = await textOf(visit, '.coat')
  const reached: unknown[] = []
  // The skip link comes first, and leads to the genes.
  await visit.press('Tab')
  t.equal(await focused(), 'skip')
  await visit.press('Enter')
  for (let presses = 0; presses < 12 && (await focused()) !== 'horse-agouti'; presses++) {
    await visit.press('Tab')
    reached.push(await focused())
  }
  t.equal(await focused(), 'horse-agouti', reached.join(' '))
  await visit.press('ArrowRight')
  await until(visit, `document.querySelector('.coat').textContent !== ${JSON.stringify(before)}`)
  t.match(String(await visit.ask('location.hash')), 'agouti=a/a')
  // Found by its name, and put on the horse by a press.
  await visit.ask(`document.querySelector('.find input').focus()`)
  await visit.type('tobiano')
  await until(visit, `document.querySelector('.found button')`)
  await visit.press('Tab')
  await visit.press('Tab')
  await visit.press(' ')
  await until(visit, `location.hash.includes('kit=To/n')`)
  t.same(visit.complaints, [])
})

t.test(
  'a link that these rules do not understand says what was left out',
  { skip, timeout: 60_000 },
  async (t) => {
    const { service, open } = await startPage(t)
    const visit = await open(
      'horse&horse=agouti=A/a,extension=E/Q,unicorn=X/n,matp=Cr/n&rules=0.0.1+abc&what=ever',
    )
    const told = String(await textOf(visit, '.message'))
    for (const word of [
      'extension=E/Q',
      'unicorn=X/n',
      'what=ever',
      '0.0.1+abc',
      service.coats.rulesetVersion,
    ])
      t.ok(told.includes(word), word)
    t.match(
      String(await visit.ask('location.hash')),
      `rules=${service.coats.rulesetVersion}`,
      'the address is right again',
    )
    t.match(String(await textOf(visit, '.genotype')), 'matp=Cr/n', 'what is understood is kept')
    for (const hash of [
      '%',
      '&&&==&',
      'foal&mother=%E0%A4%A',
      'horse&horse=agouti=A+a/+',
      'horse&horse=kit=To+To/n',
      'nowhere',
    ]) {
      const other = await open(hash)
      t.ok(await textOf(other, '.coat, .count'), hash)
      t.same(other.complaints, [], hash)
    }
  },
)

t.test('a link within the page leads on, and back again', { skip, timeout: 60_000 }, async (t) => {
  const { open } = await startPage(t)
  const visit = await open(`foal&${PARENTS}`)
  await until(visit, `document.querySelector('.coats a')`)
  const coat = await textOf(visit, '.coats tr:last-child a')
  await visit.ask(`document.querySelector('.coats tr:last-child a').click()`)
  await until(visit, `document.querySelector('.coat')?.textContent === ${JSON.stringify(coat)}`)
  await visit.ask('history.back()')
  await until(visit, `document.querySelector('.coats a')`)
  t.match(String(await visit.ask('location.hash')), 'mother=')
  t.same(visit.complaints, [])
})

t.test('a large cross tells how far it is and can be stopped', { skip, timeout: 120_000 }, async (t) => {
  const { open } = await startPage(t)
  const visit = await open('horse')
  const parent =
    'agouti=A/a,extension=E/e,matp=Cr/Prl,dun=D/nd1,silver=Z/n,champagne=Ch/n,grey=G/n,kit=To/Rn,lp=Lp/n,patn1=PATN1/n,pax3=SW2/n,mitf=SW1/n,frame=O/n,mushroom=Mu/n'
  await visit.ask(`location.hash = 'foal&mother=${parent}&father=${parent}'`)
  await until(visit, `document.querySelector('.progress button')`)
  t.equal(await visit.ask(`document.querySelectorAll('.progress progress').length`), 1)
  await visit.ask(`document.querySelector('.progress button').click()`)
  await until(visit, `document.querySelector('.summary .banner')`)
  t.equal(await visit.ask(`document.querySelector('.progress').children.length`), 0)
  // And is computed to its end when nobody stops it.
  await visit.ask(`document.querySelector('.pills input:not(:checked)').click()`)
  await until(visit, `document.querySelector('.count')`)
  t.same(visit.complaints, [])
})

t.test('what is shown as the same question gets the same answer', { skip, timeout: 60_000 }, async (t) => {
  const { service, open } = await startPage(t)
  const env = { ...process.env, ROBE_KEY: service.key }
  for (const hash of [`horse&horse=${BUCKSKIN}&lang=de`, `foal&${PARENTS}&mother.eca3=E,To&lang=fr`]) {
    const visit = await open(hash)
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
      const answer = JSON.parse(stdout) as { translate?: string; results?: readonly { coat: string }[] }
      t.same(answer.results?.map(({ coat }) => coat) ?? [answer.translate], shown, stdout.slice(0, 300))
    }
  }
})

t.test('what the script may not do, the policy forbids', { skip, timeout: 60_000 }, async (t) => {
  const { open } = await startPage(t)
  const visit = await open('')
  const asked = visit.ask(`fetch('https://example.org/').then(() => 'loaded', () => 'refused')`)
  t.equal(await asked, 'refused')
})
