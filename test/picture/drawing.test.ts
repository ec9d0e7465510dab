/**
 * What every drawing is: well-formed, small, alone on its page, and the same each time.
 */
import { isDeepStrictEqual } from 'node:util'
import t from 'tap'
import { answerPicture } from '../../src/operations/picture/picture.js'
import { appearanceOf } from '../../src/picture/appearance.js'
import { drawHorse, type Subject } from '../../src/picture/picture.js'
import type { Given } from '../../src/rules/tables.js'
import { BAY, BLACK } from '../phenotypes/asking.js'
import { randomHorse, seeded } from '../phenotypes/random-horse.js'
import { inGroups, inWords, openRules, ROOT, shippedRuleset } from '../phenotypes/shipped.js'
import { faultsOf } from './svg-faults.js'

const ruleset = await shippedRuleset()
const HORSES = 500
/** Of an animal without layers, and of what each layer adds. */
const MAX_PLAIN_BYTES = 20 * 1024
const MAX_LAYER_BYTES = 3 * 1024

function subjectOf(horse: Given, fields: object = {}): Subject {
  return answerPicture(ruleset, { ...inGroups(ruleset, horse), ...fields }, 'en')
}

function picture(horse: Given, fields: object = {}): string {
  return drawHorse(subjectOf(horse, fields))
}

/** However many genes there are, a picture grows with what it shows alone. */
function maxBytes({ shown }: Subject): number {
  if (shown === undefined) return MAX_PLAIN_BYTES
  const { layers } = appearanceOf(shown.tables.appearance, shown.visible, shown.age)
  return MAX_PLAIN_BYTES + layers.length * MAX_LAYER_BYTES
}

t.test('any horse, at any age: well-formed, small for what it shows, nothing but its own outlines', (t) => {
  const random = seeded(46)
  let largest = 0
  const faults: string[] = []
  for (let count = 0; count < HORSES; count++) {
    const horse = randomHorse(ruleset.model.source, random)
    const subject = subjectOf(horse, { age: Math.floor(random() * 25) })
    const svg = drawHorse(subject)
    const bytes = Buffer.byteLength(svg)
    largest = Math.max(largest, bytes)
    const found = [...faultsOf(svg, 'h-'), ...(bytes > maxBytes(subject) ? [`${bytes} bytes`] : [])]
    faults.push(...found.map((fault) => `${fault}: ${JSON.stringify(horse)}`))
  }
  t.same(faults.slice(0, 5), [])
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

t.test('what else a horse has moves no spot', (t) => {
  const leopard = { ...BAY, lp: ['Lp', 'n'], patn1: ['PATN1', 'n'] }
  const carriers = ruleset.model.loci.flatMap(({ key, alleles, wildType, noCopy }) =>
    key in leopard || wildType === null || noCopy !== null
      ? []
      : alleles.map((allele) => ({ ...leopard, [key]: [allele, alleles[wildType] ?? ''] })),
  )
  const leopards = [...carriers, { ...leopard, kit: ['To'] }].filter(
    (horse) => subjectOf(horse).shown?.visible.tokens.includes('leopard') === true,
  )
  t.ok(leopards.length > 20, `${leopards.length} bay leopards with another variant`)
  const layers = layersOf(leopard)
  const moved = leopards.filter((horse) => {
    const here = layersOf(horse)
    return !layers.every((layer) => here.some((other) => isDeepStrictEqual(other, layer)))
  })
  t.same(moved.map(inWords), [])
  t.end()
})

t.test('variants that the name does not tell apart are drawn apart', (t) => {
  for (const variants of [
    [{ mitf: ['SW1', 'n'] }, { mitf: ['SW1', 'SW1'] }],
    [{}, { kit: ['DW20'] }, { kit: ['DW20', 'DW20'] }],
    [{}, { dun: ['nd1', 'nd2'] }],
  ]) {
    const drawn = variants.map((variant) => paintOf(picture({ ...BAY, ...variant })))
    t.equal(new Set(drawn).size, variants.length, variants.map((each) => inWords(each)).join(' | '))
  }
  t.end()
})

t.test('one Lp is mostly drawn as varnish, and never on a foal', (t) => {
  const bases = ['E/E', 'E/e', 'e/e'].flatMap((extension) =>
    ['A/A', 'A/a', 'a/a'].map((agouti) => ({
      extension: extension.split('/'),
      agouti: agouti.split('/'),
      lp: ['Lp', 'n'],
    })),
  )
  const varnished = (age: number): number =>
    bases.filter((horse) =>
      layersOf(horse, age).some(({ shapes }) => shapes?.includes('varnish-marks') === true),
    ).length
  t.equal(varnished(7), 7)
  t.equal(varnished(0), 0)
  t.end()
})

t.test('title and description are in the language that is asked for', (t) => {
  t.match(
    picture(BAY),
    /<title [^>]*>Bay<\/title><desc [^>]*>This coat, seen from the left; age in years: 7\./,
  )
  t.match(picture(BAY, { lang: 'de', age: '12.5' }), /<title [^>]*>Brauner<.*Alter in Jahren: 12.5\./)
  t.end()
})

t.test('grey is drawn by its age, and so is the body of a foal; other coats of adults are not', (t) => {
  const grey = { ...BLACK, grey: ['G', 'n'] }
  t.equal(new Set([2, 6, 12, 16].map((age) => paintOf(picture(grey, { age })))).size, 4)
  t.equal(new Set([1, 2, 6, 12, 16].map((age) => paintOf(picture(BLACK, { age })))).size, 1)
  t.not(paintOf(picture(BLACK, { age: 0 })), paintOf(picture(BLACK)))
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
    const other = await openRules(new URL(`test/fixtures/${folder}/`, ROOT))
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

/** The layers of a horse, each with its seed. */
function layersOf(horse: Given, age = 7): ReturnType<typeof appearanceOf>['layers'] {
  const { shown } = subjectOf(horse, { age })
  return shown === undefined ? [] : appearanceOf(shown.tables.appearance, shown.visible, shown.age).layers
}

/** What is drawn, without the words. */
function paintOf(svg: string): string {
  return svg.replace(/<desc.*<\/desc>/, '')
}
