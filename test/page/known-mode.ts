/** What is asked of an animal of which not everything is known, in a real browser. */
import type { Test } from 'tap'
import type { Visit } from '../browser/chromium.js'
import type { InferAnswer } from '../../src/operations/infer/infer.js'
import { FAMILY } from './questions.js'
import { go, showing, textOf, textsOf, until, type PageTest } from './on-page.js'

const BAY_AND_CHESTNUT: Readonly<Record<string, readonly string[]>> = {
  en: ['bay', 'chestnut'],
  fr: ['bai', 'alezan'],
  de: ['Brauner', 'Fuchs'],
}

/** As the page asks it. */
const question = (lang: string, bay: string, chestnut: string) => ({
  population: 'arabian-russia',
  lang,
  horses: [
    { id: 'animal', sex: 'f', mother: 'mother', seen: { coat: bay } },
    { id: 'mother', sex: 'f', seen: { coat: chestnut } },
    { id: 'partner-1', sex: 'm', seen: { coat: bay }, base: { extension: ['E', '?'] } },
    { id: 'young-1', mother: 'animal', father: 'partner-1', seen: { lacks: ['chestnut'] } },
  ],
  ask: [{ genotype: 'animal' }, { coat: 'animal' }, { foal: ['animal', 'partner-1'] }],
})

export async function checkKnown(
  t: Test,
  { service, open }: PageTest,
  languages: readonly string[],
): Promise<void> {
  const visit = await open('')
  for (const lang of languages) {
    const [bay = '', chestnut = ''] = BAY_AND_CHESTNUT[lang] ?? []
    const said = FAMILY.replaceAll('.coat=bay', `.coat=${bay}`).replace('.coat=chestnut', `.coat=${chestnut}`)
    await go(visit, `known&${said}&lang=${lang}`)
    // Another language than the page's is asked for first.
    await until(visit, `document.documentElement.lang === '${lang}' && document.querySelector('.coats a')`)
    const { answers, notes = [] } = service.coats.answer(
      'coats.infer',
      question(lang, bay, chestnut),
      lang,
    ) as InferAnswer
    const [genotype, , foal] = answers
    if (genotype?.ask !== 'genotype' || foal?.ask !== 'foal') throw new Error('other answers')
    const certain = genotype.certain.map(({ alleles }) => alleles.join('/'))
    t.same(await textsOf(visit, '.certain code'), certain)
    t.same(certain, ['E/e'], 'a chestnut dam has handed on e')
    const open = genotype.genotypes.filter(({ gene }) => gene === 'agouti')
    t.same(
      await textsOf(visit, '.narrow code'),
      open.map(({ alleles }) => alleles.join('/')),
    )
    t.same(
      await textsOf(visit, '.coats a'),
      foal.results.map(({ coat }) => coat),
    )
    t.equal((await textsOf(visit, '.coats .whisker')).length, foal.results.length, 'shares have their bands')
    const told = String(await textOf(visit, '.told-all'))
    for (const { text } of notes) t.ok(told.includes(text), text)
    t.match(String(await textOf(visit, '.ask code')), '/coats/infer')
  }
  t.same(visit.complaints, [])
}

const FOCUSED = `(() => {
  const { name, className, textContent, labels } = document.activeElement
  return name || labels?.[0]?.textContent || className + ' ' + textContent
})()`

/** Presses Tab until what has the focus is called so. */
async function tabTo(visit: Visit, wanted: RegExp): Promise<void> {
  const met: string[] = []
  for (let presses = 0; presses < 80; presses++) {
    const name = String(await visit.ask(FOCUSED))
    if (wanted.test(name)) return
    met.push(name)
    await visit.press('Tab')
  }
  throw new Error(`no ${String(wanted)} among ${met.join(' | ')}`)
}

export async function checkKnownByKeyboard(t: Test, { open }: PageTest): Promise<void> {
  const visit = await open('known&lang=en')
  await tabTo(visit, /^Name of the coat/)
  await visit.type('Bay')
  await visit.press('Enter')
  await until(visit, `location.hash.includes('self.coat=Bay')`)
  await tabTo(visit, /Dam/)
  await visit.press('Enter')
  // What was added has the focus.
  await until(visit, `document.activeElement.closest('[data-parent=mother]')`)
  await visit.type('Chestnut')
  await visit.press('Enter')
  await until(visit, `document.querySelector('.certain')?.textContent.includes('E/e')`)
  // Her genes are behind the third way to enter her.
  await visit.ask(`document.querySelector('[name=mother-way]:checked').focus()`)
  await visit.press('ArrowRight')
  await visit.press('ArrowRight')
  await tabTo(visit, /mother-agouti/)
  await visit.press('ArrowRight')
  await until(visit, `location.hash.includes('mother.tests=agouti=A/A')`)
  await until(visit, `!document.querySelector('[aria-busy]')`)
  await tabTo(visit, /Partner/)
  await visit.press('Enter')
  await until(visit, `location.hash.includes('next=1') && document.querySelector('.coats a')`)
  await tabTo(visit, /Remove$/)
  await visit.press('Enter')
  await until(visit, `!location.hash.includes('next=1')`)
  t.match(String(await visit.ask('location.hash')), 'mother.coat=Chestnut')
  t.same(visit.complaints, [])
}

export async function checkWhatCannotBe(t: Test, { open }: PageTest): Promise<void> {
  const visit = await open('known&lang=en')
  const banner = async (hash: string, lang = 'en'): Promise<string> => {
    await go(visit, `known&${hash}&lang=${lang}`)
    await until(
      visit,
      `document.documentElement.lang === '${lang}' && document.querySelector('.answer .banner')`,
    )
    return String(await textOf(visit, '.answer .banner'))
  }
  const both = 'population=arabian-russia&self.coat=bay&self.tests=extension=e/e'
  const told = await banner(both)
  for (const fact of ['Mare: seen as bay', 'Mare: extension (red factor) e/e', 'One of these is wrong'])
    t.ok(told.includes(fact), told)
  t.match(await banner(both, 'de'), 'Stute: gesehen als bay')
  t.match(await banner(both, 'fr'), 'Jument : robe observée bay')
  const parent = await banner('population=arabian-russia&mother.tests=extension=e/e&self.tests=extension=E/E')
  for (const fact of ['dam', 'e/e', 'Mare', 'E/E'])
    t.ok(parent.toLowerCase().includes(fact.toLowerCase()), parent)
  const unsaid = await banner(
    'population=arabian-russia&self.coat=bay&partner1.coat=&young1.by=1&young1.coat=palomino',
  )
  t.match(unsaid, /not\s+entered, so it counts as n\/n/, 'a gene that was not entered')
  const grey = await banner('population=kabardian&self.has=grey')
  t.match(grey, /^Kabardian has no figures for .*\. Textbook assumption was used\.$/, 'no dead end')
  t.match(await banner('self.coat=palomimo'), 'Did you mean: palomino')
  // Without a population coats have bounds.
  await go(visit, 'known&population=none&self.coat=bay&partner1.coat=bay&next=1&lang=en')
  t.match(await textsOf(visit, '.coats .share'), ['56.3% to 100%', '0% to 25%', '0% to 25%'])
  t.same(visit.complaints, [])
}

export async function checkSexOfKnown(t: Test, { open }: PageTest): Promise<void> {
  const visit = await open('known&self.coat=bay&lang=en')
  await until(visit, `document.querySelector('.follows') && !document.querySelector('[aria-busy]')`)
  await visit.ask(`document.querySelector('fieldset.sex [value=m]').click()`)
  await until(visit, `document.querySelector('.follows') && !document.querySelector('[aria-busy]')`)
  t.match(String(await visit.ask('location.hash')), 'sex=m')
  await go(visit, 'known&sex=m&self.tests=brindle=BR1&lang=en')
  t.equal(await visit.ask(`document.querySelectorAll('[data-gene=brindle] select').length`), 1)
  await visit.ask(`document.querySelector('fieldset.sex [value=f]').click()`)
  const tested = `document.querySelector('[data-gene=brindle] input:checked')?.value`
  t.equal(await until(visit, tested), 'BR1/?', 'of the copy that a male has not, a mare is not tested')
  await showing(visit)
  await go(visit, 'known&sex=m&self.coat=Bay brindle&lang=en')
  t.notMatch(
    String(await textOf(visit, '.answer')),
    /write one allele/,
    'no user is blamed for two copies that nobody wrote',
  )
  t.same(visit.complaints, [])
}

export async function checkFocusOfKnown(t: Test, { open }: PageTest): Promise<void> {
  const visit = await open('known&mother.coat=bay&young1.coat=bay&lang=en')
  const within = (selector: string): string =>
    `document.activeElement.closest(${JSON.stringify(selector)}) !== null`
  await visit.ask(`{
    document.querySelector('[data-parent=young-1]').open = true
    const sex = document.querySelector('[data-young=young-1] label:last-child select')
    sex.focus()
    sex.value = 'm'
    sex.dispatchEvent(new Event('change'))
  }`)
  await until(visit, `location.hash.includes('young1.sex=m')`)
  t.equal(await visit.ask(within('[data-young=young-1] select')), true, 'the choice of a sex keeps it')
  await visit.ask(`{
    const mother = document.querySelector('[data-parent=mother]')
    mother.open = true
    mother.querySelector(':scope > button').focus()
    mother.querySelector(':scope > button').click()
  }`)
  await until(visit, `!location.hash.includes('mother')`)
  t.equal(await visit.ask(within('.actions')), true, 'who is taken away leaves it to the buttons that add')
  t.same(visit.complaints, [])
}

/** Nothing is tested, and no population is chosen: the textbook answers. */
export async function checkTextbook(t: Test, { open }: PageTest): Promise<void> {
  const visit = await open('known&self.coat=bay&partner1.coat=grey&next=1&lang=en')
  await until(visit, `document.querySelector('.coats a') && !document.querySelector('[aria-busy]')`)
  t.equal(await visit.ask(`document.querySelector('option[value=textbook]').selected`), true)
  t.same(await textsOf(visit, '.coats a'), [
    'Grey (born bay)',
    'Bay',
    'Grey (born chestnut)',
    'Chestnut',
    'Grey (born black)',
    'Black',
  ])
  t.match(String(await textOf(visit, '.told-all')), 'Textbook assumption')
  t.same(visit.complaints, [])
}
