/**
 * What takes an answer elsewhere: a printout on paper, a link, files.
 * Guarantees: nothing is really printed, copied or saved; what would be is looked at.
 */
import type { Test } from 'tap'
import type { Screen, Visit } from '../browser/chromium.js'
import { showing, textsOf, until, WIDE, type PageTest } from './on-page.js'
import { PARENTS } from './questions.js'
import { chip, PHONE, tabTo } from './tasks.js'

/** Keeps what is printed, copied and saved, in place of the browser. */
const WATCH = `{
  globalThis.shared = { printed: [], copied: [], saved: [] }
  const blobs = new Map()
  const { createObjectURL } = URL
  URL.createObjectURL = (blob) => {
    const url = createObjectURL.call(URL, blob)
    blobs.set(url, blob)
    return url
  }
  const { click } = HTMLElement.prototype
  HTMLAnchorElement.prototype.click = function () {
    if (this.download === '') click.call(this)
    else shared.saved.push({ name: this.download, blob: blobs.get(this.href) })
  }
  window.print = () => {
    const printout = document.querySelector('.printout')
    shared.printed.push({
      text: printout.innerText || printout.textContent,
      rows: printout.querySelectorAll('.printout-foals tbody tr').length,
      blank: [...printout.querySelectorAll('img')].filter((each) => !each.hidden && !each.naturalWidth).length,
      bars: [...printout.querySelectorAll('.printout-bar')].map((each) => each.style.width),
    })
  }
  navigator.clipboard.writeText = async (text) => void shared.copied.push(text)
}`

const shareButton = (text: string): string =>
  `[...document.querySelectorAll('.share-bar button')].find((each) => each.textContent === ${JSON.stringify(text)})`

/** The coats with their chances. */
async function answerOf(visit: Visit): Promise<readonly (readonly string[])[]> {
  await until(visit, `document.querySelector('.coats a') && !document.querySelector('[aria-busy]')`)
  return [await textsOf(visit, '.coats a'), await textsOf(visit, '.coats .share')]
}

interface Printed {
  readonly text: string
  readonly rows: number
  readonly blank: number
}

async function printed(visit: Visit): Promise<Printed> {
  return (await until(visit, 'shared.printed.at(-1)')) as Printed
}

/** The printout is whole, and who opens the link sees the same answer. */
async function checkShared(t: Test, { open }: PageTest, visit: Visit, screen: Screen): Promise<void> {
  const mine = await answerOf(visit)
  const { text, rows, blank } = await printed(visit)
  for (const part of [
    'Mating plan',
    'Buckskin tobiano',
    'Palomino',
    'Textbook assumption',
    'rules ',
    '#foal&',
  ])
    t.ok(text.includes(part), part)
  t.equal(rows, mine[0]?.length, 'every foal is on paper')
  t.equal(blank, 0, 'with its picture')
  await until(visit, `document.querySelector('.shared[role=status]').textContent.includes('copied')`)
  const link = String(await visit.ask('shared.copied.at(-1)'))
  const friend = await open(link.split('#')[1] ?? '', screen)
  t.same(await answerOf(friend), mine, 'a friend sees the same')
  t.same([visit.complaints, friend.complaints], [[], []])
}

/** Print the plan of a mating, send the link to a friend: in how many clicks from the view of two parents. */
export async function printAndSend(t: Test, page: PageTest, screen = WIDE): Promise<void> {
  const visit = await page.open('foal&lang=en', screen)
  await visit.ask(WATCH)
  let count = 0
  const click = async (element: string): Promise<void> => {
    await visit.click(element)
    count += 1
  }
  for (const text of ['Buckskin', 'Tobiano']) await click(chip('mother', text))
  await click(`document.querySelector('[data-parent=father] > summary')`)
  await click(chip('father', 'Palomino'))
  await answerOf(visit)
  await click(shareButton('Print'))
  await click(shareButton('Copy link'))
  await checkShared(t, page, visit, screen)
  t.ok(count <= 6, `${count} clicks`)
}

export async function printAndSendByKeyboard(t: Test, page: PageTest): Promise<void> {
  const visit = await page.open('foal&lang=en', PHONE)
  await visit.ask(WATCH)
  const type = async (parent: string, text: string): Promise<void> => {
    await tabTo(visit, `document.activeElement.matches('[data-parent=${parent}] input[type=text]')`)
    await visit.type(text)
    await visit.press('Enter')
  }
  await type('mother', 'Buckskin tobiano')
  await tabTo(visit, `document.activeElement.matches('[data-parent=father] > summary')`)
  await visit.press('Enter')
  await type('father', 'Palomino')
  await answerOf(visit)
  for (const text of ['Print', 'Copy link']) {
    await tabTo(visit, `document.activeElement === ${shareButton(text)}`)
    await visit.press('Enter')
  }
  await checkShared(t, page, visit, PHONE)
}

/** Where the clipboard is refused, as without TLS. */
export async function checkRefusedClipboard(t: Test, { open }: PageTest): Promise<void> {
  const visit = await open(`foal&${PARENTS}&lang=en`)
  await visit.ask(`navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))`)
  await visit.click(shareButton('Copy link'))
  await until(visit, `document.querySelector('.shared input')`)
  t.equal(await visit.ask(`document.querySelector('.shared input').value === location.href`), true)
  t.equal(await visit.ask(`getSelection().toString() === location.href`), true, 'it is selected')
  t.same(visit.complaints, [])
}

export async function checkFiles(t: Test, { open }: PageTest): Promise<void> {
  const visit = await open(`foal&${PARENTS}&lang=de`)
  await visit.ask(WATCH)
  const [coats = [], shares = []] = await answerOf(visit)
  await visit.click(shareButton('Tabelle (CSV)'))
  const text = String(
    await visit.ask(
      `shared.saved.at(-1).blob.arrayBuffer().then((bytes) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes))`,
    ),
  )
  const [head, ...lines] = text.trimEnd().split('\r\n')
  t.match(head, /^\uFEFFFarbe;Prozent;Prozent der lebensfähigen Fohlen;/)
  t.same(
    lines.map((line) => line.split(';')[0]?.replaceAll('"', '')),
    coats,
  )
  t.match(lines[0], `;${shares[0]?.replace(/\s?%/, '')};`)
  t.equal(await visit.ask('shared.saved.at(-1).name'), 'Fohlen.csv')

  const horse = await open('horse&horse=agouti=A/a,extension=E/e,grey=G/n&lang=en')
  await horse.ask(WATCH)
  await until(horse, `document.querySelector('.portrait')?.naturalWidth`)
  await horse.click(shareButton('Picture (PNG)'))
  const size = await until(
    horse,
    `shared.saved[0] && createImageBitmap(shared.saved[0].blob).then(({ width, height }) => ({ width, height, name: shared.saved[0].name }))`,
  )
  t.match(size, { width: 1200, name: 'Grey (born bay).png' })
  await horse.click(shareButton('Picture (SVG)'))
  await until(horse, 'shared.saved[1]')
  t.match(await horse.ask('shared.saved[1].blob.text()'), /^<svg /)
  t.equal(await horse.ask('shared.saved[1].name'), 'Grey (born bay).svg')
  t.same([...visit.complaints, ...horse.complaints], [])
}

/** On paper, from the menu of the browser: the printout alone, without controls, dark on white. */
export async function checkPaper(t: Test, { open }: PageTest, hashes: readonly string[]): Promise<void> {
  for (const hash of hashes) {
    const visit = await open(hash, { ...WIDE, scheme: 'dark' })
    await visit.ask(`dispatchEvent(new Event('beforeprint'))`)
    await visit.look({ width: 700, height: 1000, scheme: 'dark', media: 'print' })
    const controls = `[...document.querySelectorAll('button, select, input, nav, footer, summary')]`
    const shown = await visit.ask(
      `${controls}.filter((each) => each.checkVisibility() && each.textContent !== '' && each.localName !== 'summary').length`,
    )
    t.equal(shown, 0, `${hash}: no controls`)
    const printout = `document.querySelector('.printout')`
    t.equal(await visit.ask(`${printout}.checkVisibility()`), true)
    t.match(await visit.ask(`${printout}.textContent`), '#', 'with its address')
    t.equal(await visit.ask(`getComputedStyle(${printout}).color`), 'rgb(0, 0, 0)')
    t.ok(await visit.ask(`document.documentElement.scrollWidth <= innerWidth`), 'nothing is cut off')
    await visit.ask(`dispatchEvent(new Event('afterprint'))`)
    t.equal(await visit.ask(`${printout}.childElementCount`), 0, 'and leaves nothing behind')
    await visit.look(WIDE)
    await showing(visit)
    t.same(visit.complaints, [])
  }
}
