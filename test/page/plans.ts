/**
 * What a breeder does with a herd, several stallions, a parentage and tests: by mouse within a number of clicks, on a phone, by keyboard.
 * Guarantees: each task begins at the first sight of the page.
 */
import type { Test } from 'tap'
import type { Screen, Visit } from '../browser/chromium.js'
import { go, showing, textOf, textsOf, until, WIDE, type PageTest } from './on-page.js'
import { tabTo } from './tasks.js'

const viewLink = (view: string): string => `document.querySelector('nav [data-view=${view}]')`
const chip = (owner: string, text: string): string =>
  `[...document.querySelectorAll('${owner} .chip')].find((each) => each.textContent === ${JSON.stringify(text)})`
const buttonOf = (text: string, within = 'main'): string =>
  `[...document.querySelectorAll('${within} button')].find((each) => each.textContent === ${JSON.stringify(text)})`
const ANSWERED = `document.querySelector('.answer .coats td') && !document.querySelector('[aria-busy]')`

function counting(visit: Visit) {
  let count = 0
  const click = async (element: string): Promise<void> => {
    await visit.click(element)
    count += 1
  }
  return { click, count: () => count }
}

/** Which of three stallions for a dun foal? */
export async function stallionsByMouse(t: Test, { open }: PageTest, screen: Screen = WIDE): Promise<void> {
  const visit = await open('horse&lang=en', screen)
  const { click, count } = counting(visit)
  await click(viewLink('mates'))
  await until(visit, `document.querySelector('[data-parent=sire-1]')`)
  await click(chip('[data-parent=mother]', 'Bay'))
  await click(`document.querySelector('[data-parent=sire-1] > summary')`)
  await click(chip('[data-parent=sire-1]', 'Palomino'))
  for (const [at, coat] of ['Bay dun', 'Black'].entries()) {
    await click(buttonOf('+ Sire'))
    await click(chip(`[data-parent=sire-${at + 2}]`, coat))
  }
  await click(chip('.wanted', 'Dun'))
  await until(visit, ANSWERED)
  t.same(await textsOf(visit, '.ranked tbody a'), ['Sire 2', 'Sire 1', 'Sire 3'])
  t.same(await textsOf(visit, '.ranked .share'), ['50%', '0%', '0%'])
  t.ok(count() <= 9, `${count()} clicks`)
  await visit.click(`document.querySelector('.ranked tbody a')`)
  await until(visit, `location.hash.startsWith('#foal&mother.coat=Bay&father.coat=Bay%20dun')`)
  t.same(visit.complaints, [])
}

/** Which test tells whether a bay mare carries red? */
export async function testByMouse(t: Test, { open }: PageTest, screen: Screen = WIDE): Promise<void> {
  const visit = await open('horse&lang=en', screen)
  const { click, count } = counting(visit)
  await click(viewLink('test'))
  await until(visit, `document.querySelector('[data-parent=horse]')`)
  await click(chip('[data-parent=horse]', 'Bay'))
  await until(visit, ANSWERED)
  t.match(String(await textOf(visit, '.count')), /Order this test: agouti or extension/)
  t.match(
    String(await textOf(visit, '[data-test=extension]')),
    /whether it carries red factor \(e\)\. Chance that it does: 66\.7%.*E\/e.*the coat can be: Chestnut/s,
  )
  t.ok(count() <= 2, `${count()} clicks`)
  // The same as the chance of a chestnut foal.
  await click(`document.querySelector('[name=goal][value=foal]').parentElement`)
  await click(chip('[data-parent=mate]', 'Chestnut'))
  await visit.click(`document.querySelector('.wanted input')`)
  await visit.type('chestnut')
  await visit.press('Enter')
  await until(
    visit,
    `document.querySelector('.count')?.textContent === 'Order this test: extension (red factor)'`,
  )
  t.same(await textsOf(visit, '[data-test=extension] .share'), ['50%', '0%'])
  t.same(visit.complaints, [])
}

/** Both by keyboard alone, with one typed line for each animal. */
export async function plansByKeyboard(t: Test, { open }: PageTest): Promise<void> {
  const visit = await open('horse&lang=en')
  const fieldOf = (owner: string): string => `document.activeElement.matches('${owner} input[type=text]')`
  const enter = async (owner: string, text: string): Promise<void> => {
    await tabTo(visit, fieldOf(owner))
    await visit.type(text)
    await visit.press('Enter')
  }
  await tabTo(visit, `document.activeElement.dataset.view === 'test'`)
  await visit.press('Enter')
  await until(visit, `document.querySelector('[data-parent=horse]')`)
  await enter('[data-parent=horse] .way', 'bay')
  await until(visit, ANSWERED)
  t.match(await textsOf(visit, '.test-name'), ['agouti', 'extension (red factor)'])
  await visit.ask(`(document.querySelector('header a').focus(), 1)`)
  await tabTo(visit, `document.activeElement.dataset.view === 'mates'`)
  await visit.press('Enter')
  await until(visit, `document.querySelector('[data-parent=sire-1]')`)
  await enter('[data-parent=mother] .way', 'bay')
  await tabTo(visit, `document.activeElement.matches('[data-parent=sire-1] > summary')`)
  await visit.press('Enter')
  await enter('[data-parent=sire-1] .way', 'red dun')
  await tabTo(visit, `document.activeElement.textContent === '+ Sire'`)
  await visit.press('Enter')
  await enter('[data-parent=sire-2] .way', 'black')
  await enter('.wanted', 'dun')
  await until(visit, ANSWERED)
  t.same(await textsOf(visit, '.ranked .share'), ['50%', '0%'])
  t.same(visit.complaints, [])
}

/** Whether a foal is theirs, for possible, unlikely and impossible foals, with what shows it. */
export async function checkParentages(t: Test, { open }: PageTest): Promise<void> {
  const visit = await open('parentage&mother.coat=chestnut&father.coat=chestnut&foal.coat=bay&lang=en')
  t.equal(await textOf(visit, '.verdict'), 'No, this cannot be.')
  t.match(await textsOf(visit, '.facts li'), [
    'Foal: seen as bay',
    'Dam: seen as chestnut',
    'Sire: seen as chestnut',
  ])
  t.match(String(await textOf(visit, '.follows h3')), 'extension (red factor)')
  await go(visit, 'parentage&mother=extension=E/E&father.coat=chestnut&foal=extension=e/e&lang=en')
  t.match(String(await textOf(visit, '.answer .banner')), 'The sire would fit with another dam.')
  await go(visit, 'parentage&mother.coat=bay&father.coat=chestnut&foal.coat=bay&foal.has=tobiano&lang=en')
  t.equal(await textOf(visit, '.verdict'), 'Possible, but very unlikely.')
  await go(visit, 'parentage&father.coat=chestnut&foal.coat=chestnut&lang=en')
  t.equal(await textOf(visit, '.verdict'), 'Yes, this is possible.')
  t.match(String(await textOf(visit, '.grounds')), 'never proves')
  // What contradicts itself is named as it was entered.
  await go(visit, 'parentage&father.coat=chestnut&father=extension=E/E&foal.coat=bay&lang=en')
  t.match(await textsOf(visit, '.fault li'), [/^Sire: .*E\/E/, 'Sire: seen as chestnut'])
  t.same(visit.complaints, [])
}

/** A file as a reader chooses it. */
async function importFile(visit: Visit, name: string, text: string): Promise<string> {
  await visit.ask(`{
    const list = new DataTransfer()
    list.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}))
    const input = document.querySelector('input[type=file]')
    document.querySelector('.imported').replaceChildren()
    input.files = list.files
    input.dispatchEvent(new Event('change'))
  }`)
  await until(visit, `document.querySelector('.imported').textContent`)
  return String(await textOf(visit, '.imported'))
}

/** Clicks on a button that saves a file, and reads the file. */
async function exported(visit: Visit, label: string): Promise<string> {
  await visit.ask(`{
    const make = URL.createObjectURL
    URL.createObjectURL = (blob) => { window.saved = blob.text(); return make(blob) }
    HTMLAnchorElement.prototype.click = () => undefined
  }`)
  await visit.click(buttonOf(label))
  return String(await visit.ask('window.saved'))
}

const ANIMALS = `[...document.querySelectorAll('[data-animal]')].map((each) => each.dataset.animal)`

/** Save, reload, rename, remove, undo, export, import, choose, and what happens without storage. */
export async function checkHerd(t: Test, { open, service }: PageTest): Promise<void> {
  const visit = await open('herd&lang=en')
  await visit.ask('localStorage.clear()')
  await visit.click(chip('[data-parent=herd-new]', 'Bay'))
  const save = async (name: string, sex: string): Promise<void> => {
    await visit.click(buttonOf('Save to my herd'))
    await visit.type(name)
    await visit.click(`document.querySelector('[name=saved-sex][value=${sex}]').parentElement`)
    await visit.press('Enter')
    await visit.click(`document.querySelector('.save-form [type=submit]') ?? document.body`)
    await until(visit, `${ANIMALS}.includes(${JSON.stringify(name)})`)
  }
  await save('Luna', 'f')
  await visit.click(`document.querySelector('[data-parent=herd-new] > summary')`)
  await visit.click(chip('[data-parent=herd-new]', 'Red dun'))
  await save('Basil', 'm')
  await visit.click(chip('.wanted', 'Dun'))
  await until(visit, `document.querySelector('.pairs-table td a')?.textContent === '50%'`)
  const file = await exported(visit, 'Export')
  const table = await exported(visit, 'Export as a table (CSV)')
  t.match(table, /^Name,Sex,.*\r\nLuna,female,Bay,/)
  // Renamed, removed and brought back.
  await visit.click(`document.querySelector('[data-animal=Luna] > summary')`)
  await until(visit, `document.querySelector('[data-animal=Luna] .herd-actions')`)
  await visit.ask(`{
    const input = document.querySelector('[data-animal=Luna] .herd-actions input')
    input.value = ' Lena '
    input.dispatchEvent(new Event('change'))
  }`)
  t.same(await visit.ask(ANIMALS), ['Lena', 'Basil'])
  await visit.click(`document.querySelector('[data-animal=Lena] > summary')`)
  await until(visit, `document.querySelector('[data-animal=Lena] .herd-actions')`)
  await visit.click(buttonOf('Remove', '[data-animal=Lena]'))
  t.same(await visit.ask(ANIMALS), ['Basil'])
  await visit.click(buttonOf('Undo'))
  t.same(await visit.ask(ANIMALS), ['Lena', 'Basil'])

  // What was exported is imported the same.
  const stored = `localStorage.getItem('robe.herd')`
  await visit.ask(`(localStorage.clear(), 1)`)
  t.match(await importFile(visit, 'herd.json', file), '2 animals imported.')
  t.same(JSON.parse(String(await visit.ask(stored))), JSON.parse(file))
  t.match(await importFile(visit, 'herd.json', file), '0 animals imported. 2 were there already.')
  await visit.ask(`(localStorage.clear(), 1)`)
  t.match(await importFile(visit, 'herd.csv', table), '2 animals imported.')
  t.same(JSON.parse(String(await visit.ask(stored))), JSON.parse(file))

  // Bad files say where they are bad, and change nothing.
  t.match(
    await importFile(visit, 'bad.json', file.replace('"f"', '"x"')),
    'Nothing was imported. Animal 1 (Luna), sex: The sex must be f (female) or m (male).',
  )
  t.match(await importFile(visit, 'bad.json', file.slice(0, -9)), /damaged|not a herd/)
  t.match(
    await importFile(visit, 'bad.csv', 'Name,Sex,Coat\nStella,f,bay\nArno,?,bay'),
    /1 animal imported\..*1 entry was left out:Line 3: The sex must be/s,
  )

  // Nothing is lost or overwritten where there is no room, or where another version stored it.
  await visit.ask(`{
    window.setItem = Storage.prototype.setItem
    Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError') }
  }`)
  await visit.click(`document.querySelector('[data-animal=Stella] > summary')`)
  await until(visit, `document.querySelector('[data-animal=Stella] .herd-actions')`)
  await visit.click(buttonOf('Remove', '[data-animal=Stella]'))
  t.match(String(await textOf(visit, '.told-herd')), 'The storage of this browser is full.')
  t.same(await visit.ask(ANIMALS), ['Luna', 'Basil'])
  // A page that is loaded anew finds them. From now on the first one is behind it, where nothing is drawn.
  const again = await open('foal&lang=en')
  await again.click(`document.querySelector('[name=mother-way][value=herd]').parentElement`)
  await again.click(chip('[data-parent=mother]', 'Luna'))
  await until(again, `location.hash.includes('mother.coat=Bay')`)
  t.same(again.complaints, [])

  await visit.ask(`{
    Storage.prototype.setItem = window.setItem
    localStorage.setItem('robe.herd', '{"robe":"herd","version":9,"animals":[]}')
    location.hash = 'horse&lang=en'
  }`)
  const newer = await open('herd&lang=en')
  t.match(String(await textOf(newer, '.told-herd')), /cannot be read.*newer version/s)
  await importFile(newer, 'herd.json', file)
  t.match(String(await newer.ask(`localStorage.getItem('robe.herd.unread')`)), '"version":9')
  t.same([visit.complaints, newer.complaints], [[], []])
  const others = visit.requests.filter((url) => !url.startsWith(service.url) && !url.startsWith('blob:'))
  t.same(others, [], 'nobody else is asked')
  await newer.ask('localStorage.clear()')
  await showing(newer)
}
