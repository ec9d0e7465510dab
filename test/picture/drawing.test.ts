/**
 * What every drawing is: well-formed, small, alone on its page, and the same each time.
 */
import t from 'tap'
import { answerPicture } from '../../src/operations/picture/picture.js'
import { drawHorse } from '../../src/picture/picture.js'
import type { Given } from '../../src/rules/tables.js'
import { BAY, BLACK } from '../phenotypes/asking.js'
import { randomHorse, seeded } from '../phenotypes/random-horse.js'
import { inGroups, openBook, ROOT, shippedBook } from '../phenotypes/shipped.js'
import { faultsOf } from './svg-faults.js'

const book = await shippedBook()
const HORSES = 500
const MOST_BYTES = 30 * 1024

function picture(horse: Given, fields: object = {}): string {
  return drawHorse(answerPicture(book, { ...inGroups(book, horse), ...fields }, 'en'))
}

t.test('any horse, at any age: well-formed, under 30 KB, nothing but its own outlines', (t) => {
  const random = seeded(46)
  let largest = 0
  const faults: string[] = []
  for (let count = 0; count < HORSES; count++) {
    const horse = randomHorse(book.model.source, random)
    const svg = picture(horse, { age: Math.floor(random() * 25) })
    largest = Math.max(largest, Buffer.byteLength(svg))
    faults.push(...faultsOf(svg, 'h-').map((fault) => `${fault}: ${JSON.stringify(horse)}`))
  }
  t.same(faults.slice(0, 5), [])
  t.ok(largest < MOST_BYTES, `the largest has ${largest} bytes`)
  t.comment(`the largest of ${HORSES} has ${largest} bytes`)
  t.end()
})

t.test(
  'the same horse is the same picture, however it is written; another one of the coat has other spots',
  (t) => {
    const leopard = { lp: ['Lp', 'n'], patn1: ['PATN1', 'n'] }
    const one = picture({ ...BAY, ...leopard })
    t.equal(
      picture({ agouti: ['a', 'A'], extension: ['e', 'E'], patn1: ['n', 'PATN1'], lp: ['n', 'Lp'] }),
      one,
    )
    t.equal(picture({ ...BAY, ...leopard, dun: ['nd2', 'nd2'] }), one, 'wild type is what is left out')
    t.not(picture({ ...BAY, agouti: ['A', 'A'], ...leopard }), one)
    t.end()
  },
)

t.test('title and description are in the language that is asked for', (t) => {
  t.match(
    picture(BAY),
    /<title [^>]*>Bay<\/title><desc [^>]*>This coat, seen from the left; age in years: 7\./,
  )
  t.match(picture(BAY, { lang: 'de', age: '12.5' }), /<title [^>]*>Brauner<.*Alter in Jahren: 12.5\./)
  t.end()
})

t.test('grey is drawn by its age, and other coats are not', (t) => {
  const grey = { ...BLACK, grey: ['G', 'n'] }
  t.equal(new Set([2, 6, 12, 16].map((age) => paintOf(picture(grey, { age })))).size, 4)
  t.equal(new Set([2, 6, 12, 16].map((age) => paintOf(picture(BLACK, { age })))).size, 1)
  t.end()
})

t.test('a coat that does not live has a note with the reason, and no picture', (t) => {
  const svg = picture({ ...BAY, frame: ['O', 'O'] })
  t.same(faultsOf(svg, 'h-'), [])
  t.match(svg, /There is no picture: a foal of this coat does not live\. .*lethal white/s)
  t.notMatch(svg, /<path|<use/)
  t.end()
})

t.test('an animal without artwork has no picture, and says so', async (t) => {
  const words = 'There is no picture of this animal.'
  for (const folder of ['unicorn', 'lanternfish']) {
    const other = await openBook(new URL(`test/fixtures/${folder}/`, ROOT))
    const required = other.model.loci.filter((locus) => locus.required)
    const horse = Object.fromEntries(
      required.map(({ key, alleles, noCopy }) => [
        key,
        noCopy === null ? [alleles[0], alleles[0]] : [alleles[0]],
      ]),
    ) as Given
    const svg = drawHorse(answerPicture(other, inGroups(other, horse), 'en'))
    t.same(faultsOf(svg, 'h-'), [])
    t.ok(svg.includes(words) && !svg.includes('<path'), folder)
  }
})

/** What is drawn, without the words. */
function paintOf(svg: string): string {
  return svg.replace(/<desc.*<\/desc>/, '')
}
