/**
 * Whatever the interface lists, and whatever listed parents can produce, has a whole name in every language.
 */
import t from 'tap'
import { decodeHorseFields } from '../../src/operations/read/decode-fields.js'
import type { Given } from '../../src/rules/tables.js'
import { LISTED, LISTED_SIZE, listedGenotypes } from './listed-space.js'
import { oneOf, seeded, someOf } from './random-horse.js'
import { inGroups, inWords, shippedRuleset } from './shipped.js'
import { answerResult } from '../support/exact-answers.js'

const LANGUAGES = ['en', 'fr'] as const
const ruleset = await shippedRuleset()
const { alleles: kitRows } = ruleset.model.source.loci.find((locus) => locus.locus === 'kit') ?? {
  alleles: [],
}
const KIT = kitRows.map((row) => row.allele).filter((allele) => allele !== 'n' && allele !== 'SW2')
const PLAIN: Given = { agouti: ['A', 'a'], extension: ['E', 'e'] }
/** Variant → what it is never seen without, later in the file. */
const ALWAYS_WITH = new Map(
  ruleset.model.source.loci.flatMap(({ alleles }) =>
    alleles.flatMap(({ allele, alwaysWith }) =>
      alwaysWith === undefined ? [] : [[allele, [alwaysWith]] as const],
    ),
  ),
)

/** What is wrong with a name, if anything: words only, one space between them, nothing of the rule files' spelling. */
function faultOf(name: string): string | undefined {
  if (name === '') return 'empty'
  if (!/^\p{Lu}/u.test(name)) return 'no capital first letter'
  if (/ {2}|^ | $|\( | \)/.test(name)) return 'stray space'
  if (/undefined|null|NaN|\[object/.test(name)) return 'a value that is no word'
  if (/[^\p{L}\d, ()[\]-]/u.test(name)) return 'a sign that belongs to no word'
  if (/^[^(]*[[\]]|\([^)]*\(/.test(name)) return 'brackets that are square outside, or round within others'
  return undefined
}

interface Named {
  readonly names: readonly string[]
  readonly faults: readonly string[]
}

const judged = new Map<string, string | undefined>()

/** Each name is judged once, however many horses bear it. */
function knownFaultOf(name: string): string | undefined {
  if (!judged.has(name)) judged.set(name, faultOf(name))
  return judged.get(name)
}

/** The names of one horse in every language and all that is wrong with them or with the echo. */
function nameOf(given: Given, echo: Given = {}): Named {
  const faults: string[] = []
  const fields = inGroups(ruleset, given)
  const names = LANGUAGES.map((language) => {
    const { body } = answerResult(ruleset, fields, language)
    const fault = knownFaultOf(body.translate)
    if (fault !== undefined) faults.push(`${inWords(given)}: "${body.translate}" (${language}): ${fault}`)
    const shown: Given = { ...body.base, ...body.others }
    for (const [gene, alleles] of Object.entries(echo)) {
      if (shown[gene]?.join() !== alleles.join())
        faults.push(`${inWords(given)}: echoed as ${inWords(shown)}`)
    }
    return body.translate
  })
  return { names, faults }
}

function faultsOf(horses: Iterable<Given>): readonly string[] {
  return [...horses].flatMap((given) => nameOf(given).faults)
}

t.test(
  'every genotype of the interface table has a whole name in both languages and comes back as it was sent',
  (t) => {
    let genotypes = 0
    const names = { en: new Set<string>(), fr: new Set<string>() }
    const faults: string[] = []
    for (const given of listedGenotypes()) {
      genotypes++
      const { names: both, faults: found } = nameOf(given, given)
      faults.push(...found)
      LANGUAGES.forEach((language, i) => names[language].add(both[i] ?? ''))
    }
    t.equal(genotypes, LISTED_SIZE)
    t.strictSame(faults.slice(0, 20), [])
    t.equal(names.en.size, names.fr.size, 'both languages tell the same coats apart')
    t.ok(names.en.size > 500, `${names.en.size} different coats`)
    t.end()
  },
)

t.test(
  'the pairs that the interface leaves out, but its own parents produce, are accepted and named',
  (t) => {
    for (const [gap, like] of [
      [{ matp: ['Prl', 'n'] }, { matp: ['n', 'n'] }],
      [{ dun: ['nd1', 'nd1'] }, { dun: ['nd2', 'nd2'] }],
    ] as const) {
      for (const given of backgrounds()) {
        const { names, faults } = nameOf({ ...given, ...gap }, gap)
        t.strictSame(faults, [])
        t.strictSame(
          names,
          nameOf({ ...given, ...like }).names,
          `${inWords(gap)} looks like ${inWords(like)}`,
        )
      }
    }
    t.end()
  },
)

t.test(
  'every single KIT variant, and every pair of them, has a whole name and comes back in canonical order, with what it brings',
  (t) => {
    const faults: string[] = []
    const whole = (variant: string): string => [variant, ...(ALWAYS_WITH.get(variant) ?? [])].join('+')
    const pair = (first: string, second: string): readonly string[] =>
      ALWAYS_WITH.get(first)?.includes(second) === true ? [whole(first)] : [whole(first), whole(second)]
    for (const [i, first] of KIT.entries()) {
      faults.push(...nameOf({ ...PLAIN, kit: [first] }, { kit: [whole(first)] }).faults)
      faults.push(...nameOf({ ...PLAIN, kit: [first, 'n'] }, { kit: [whole(first)] }).faults)
      for (const second of KIT.slice(i)) {
        faults.push(...nameOf({ ...PLAIN, kit: [second, first] }, { kit: pair(first, second) }).faults)
      }
      faults.push(...nameOf({ ...PLAIN, kit: ['SW2', first] }, { kit: [whole(first), 'SW2'] }).faults)
    }
    t.ok(KIT.length >= 40, 'To, Rn, RN1 to RN3, SB1 and the white series')
    t.strictSame(faults.slice(0, 20), [])
    t.end()
  },
)

t.test('copies that carry several KIT variants have whole names, on every base', (t) => {
  const random = seeded(20_260_101)
  const horses = Array.from({ length: 4_000 }, (): Given => {
    const copy = (): string =>
      random() < 0.2 ? 'n' : someOf(random, KIT, 1 + Math.floor(random() * 4)).join('+')
    return { ...oneOf(random, [...backgrounds()]), kit: [copy(), copy()] }
  })
  t.strictSame(faultsOf(horses).slice(0, 20), [])
  t.end()
})

t.test('a horse given as JSON text is the same horse', (t) => {
  const fields = decodeHorseFields({
    base: '{"agouti":["a","A"],"extension":["e","E"]}',
    others: '{"kit":["SW2"]}',
  })
  t.equal(answerResult(ruleset, fields, 'en').body.translate, 'Bay splashed white')
  t.end()
})

/** A few horses that differ in everything but the gene under test. */
function* backgrounds(): Generator<Given> {
  for (const agouti of LISTED.agouti) {
    for (const extension of LISTED.extension) {
      yield { agouti, extension }
      yield { agouti, extension, silver: ['Z', 'n'], champagne: ['Ch', 'n'] }
      yield { agouti, extension, grey: ['G', 'n'], lp: ['Lp', 'n'] }
    }
  }
}
