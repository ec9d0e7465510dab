/**
 * Answers as bytes: put together from parts that are remembered from answer to answer.
 * Guarantees: they are those of the same rows, and nothing is in them that was not checked.
 */
import t from 'tap'
import { listingBytes } from '../../src/service/streaming/listing-bytes.js'
import type { Possibility } from '../../src/operations/generate-child/row.js'
import type { OffspringListing } from '../../src/operations/generate-child/listing.js'
import type { Ruleset } from '../../src/operations/ruleset.js'
import type { Given } from '../../src/rules/tables.js'
import { openEdited, openShipped, withMaximum } from '../oracle/rule-sets.js'
import { oneOf, randomHorse, seeded } from '../phenotypes/random-horse.js'
import { inGroups, inWords } from '../phenotypes/shipped.js'
import { askCross } from '../support/exact-answers.js'

const { ruleset, tables } = await openShipped()
const random = seeded(61)
interface Question {
  readonly mother: Given
  readonly father: Given
  readonly further: Readonly<Record<string, unknown>> & { readonly lang?: string }
}

/** Any horses: nearly every row says something that none before it said. */
const ANY: readonly Question[] = Array.from({ length: 120 }, () => ({
  mother: randomHorse(tables, random),
  father: randomHorse(tables, random),
  further: oneOf<Question['further']>(random, [
    { limit: '1' },
    { limit: '12', lang: 'fr' },
    { limit: '40' },
    { limit: '25', group_by: 'coat' },
    { limit: '25', recombination_band: 'true' },
    { limit: '25', tokens: 'true' },
  ]),
}))
const PLAIN: readonly Given[] = ['A A', 'A a', 'a a'].flatMap((agouti) =>
  ['E E', 'E e', 'e e'].map((extension) => ({ agouti: agouti.split(' '), extension: extension.split(' ') })),
)
/** Horses so alike that a row soon says one new thing only, such as its percentage. */
const ALIKE: readonly Question[] = PLAIN.flatMap((mother) =>
  PLAIN.map((father) => ({ mother, father, further: {} })),
)
const QUESTIONS = [...ANY, ...ALIKE]

const title = ({ mother, father, further }: Question): string =>
  `${inWords(mother)} × ${inWords(father)} ${JSON.stringify(further)}`

function listed(own: Ruleset, { mother, father, further }: Question): OffspringListing {
  return askCross(
    own,
    { mother: inGroups(own, mother), father: inGroups(own, father), ...further },
    'en',
  ).list()
}

type CheckRows = (rows: readonly Possibility[]) => void

const textOf = (listing: OffspringListing, check: CheckRows = () => {}): string =>
  Buffer.concat([
    ...listingBytes(listing, (body) => check((body as { readonly results: readonly Possibility[] }).results)),
  ]).toString()

/** What a row says, part by part, and what one part says does not depend on the others. */
function partsOf(row: Possibility): readonly string[] {
  const { coat, tokens, viability, percentage, percentage_band, genotype, genotypes } = row
  const genes = Object.entries(genotype).map(([gene, alleles]) => `${gene} ${alleles.join()}`)
  return [
    `${coat} ${tokens?.join()} ${JSON.stringify(viability)}`,
    `${percentage} ${JSON.stringify(percentage_band)}`,
    `${genotypes} genotypes`,
    ...genes,
  ]
}

t.test('the bytes are those of the same rows as values, whatever was asked before', async (t) => {
  for (const question of QUESTIONS) {
    const listing = listed(ruleset, question)
    const { rows, envelope } = listing
    t.equal(textOf(listing), JSON.stringify({ results: [...rows], ...envelope }), title(question))
  }
})

t.test('rows of one percentage may have different bands', async (t) => {
  const file = 'rules/linkage/ecax.yaml'
  const unlinked = await openEdited([{ file, from: 'fraction: 0.45', to: 'fraction: 0.5' }])
  const father: Given = { extension: ['E', 'e'], agouti: ['A', 'a'], silver: ['Z', 'n'], lp: ['Lp', 'n'] }
  const mother: Given = { ...father, brindle: ['BR1', 'n'], incontinentia: ['IP', 'n'] }
  const further = { recombination_band: 'true', kit_linkage: { mother: ['BR1', 'IP'], father: [] } }
  const listing = listed(unlinked.ruleset, { mother, father, further })
  const { rows, envelope } = listing
  const all = [...rows]
  t.equal(textOf(listing), JSON.stringify({ results: all, ...envelope }))
  const bands = (first: Possibility): string[] =>
    all
      .filter(({ percentage }) => percentage === first.percentage)
      .map(({ percentage_band }) => JSON.stringify(percentage_band))
  const [first] = all
  if (first === undefined) throw new Error('no rows')
  t.equal(new Set(bands(first)).size, 2, 'as likely as each other only where they are not linked')
})

t.test('every part of a row stood in a row that was checked, the first row of each answer too', async (t) => {
  const own = withMaximum(ruleset, ruleset.maxResults)
  const checked = new Map<string, Set<string>>()
  for (const question of QUESTIONS) {
    const listing = listed(own, question)
    const { rows } = listing
    const language = question.further.lang ?? 'en'
    const known = checked.get(language) ?? new Set()
    checked.set(language, known)
    const seen: Possibility[] = []
    textOf(listing, (some) => seen.push(...some))
    for (const part of seen.flatMap(partsOf)) known.add(part)
    const all = [...rows]
    t.same(seen[0], all[0], title(question))
    t.same(
      all.flatMap(partsOf).filter((part) => !known.has(part)),
      [],
      title(question),
    )
  }
})

t.test('what a check refused is not remembered as checked', async (t) => {
  const own = withMaximum(ruleset, ruleset.maxResults)
  const refusing: CheckRows = () => {
    throw new Error('refused')
  }
  // The alleles of a gene under which others are lent are put together anew for each row, and checked again.
  const question = ANY.find((each) => each.further['limit'] === '40' && !title(each).includes('SW2'))
  if (question === undefined) throw new Error('no question of so many rows')
  const rowsChecked = (): number => {
    let count = 0
    textOf(listed(own, question), (some) => (count += some.length))
    return count
  }
  t.throws(() => textOf(listed(own, question), refusing), { message: 'refused' })
  const first = rowsChecked()
  t.ok(first > 1, 'all that is new is checked again')
  t.equal(rowsChecked(), 1, 'and then known, but for what stands around the rows')
})
