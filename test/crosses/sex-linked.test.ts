/**
 * Loci on the X chromosome: what sons and daughters receive, held against a brute force over sexed gametes, and what a
 * client may say of sex.
 */
import t from 'tap'
import type { Possibility } from '../../src/operations/generate-child/row.js'
import { ClientError } from '../../src/operations/client-error.js'
import type { OffspringAnswer } from '../../src/operations/generate-child/offspring.js'
import type { ResultAnswer } from '../../src/operations/result/result.js'
import { listingBytes } from '../../src/service/streaming/listing-bytes.js'
import type { Ruleset } from '../../src/operations/ruleset.js'
import { openEdited } from '../oracle/rule-sets.js'
import { shippedRuleset } from '../phenotypes/shipped.js'
import { answerOffspring, answerResult, askCross } from '../support/exact-answers.js'

type Genes = Readonly<Record<string, readonly string[]>>
type Fields = Readonly<Record<string, unknown>>

const ruleset = await shippedRuleset()

function horse(others: Genes): Fields {
  return { base: { extension: ['E', 'E'], agouti: ['A', 'A'] }, others }
}

function foals(mother: Genes, father: Genes, more: Fields = {}, rules: Ruleset = ruleset): OffspringAnswer {
  return answerOffspring(rules, { mother: horse(mother), father: horse(father), ...more }, 'en').body
}

function coat(others: Genes, more: Fields = {}): ResultAnswer {
  return answerResult(ruleset, { ...horse(others), ...more }, 'en').body
}

/** Sex, coat and percentage of each foal. */
function shares({ results }: OffspringAnswer): readonly (readonly unknown[])[] {
  return results.map(({ sex, coat, percentage }) => [sex, coat, percentage])
}

t.test('a brindle mare hands the variant to half of her daughters and half of her sons', (t) => {
  t.strictSame(shares(foals({ brindle: ['BR1', 'n'] }, {})), [
    ['f', 'Bay brindle', 25],
    ['m', 'Bay', 25],
    ['f', 'Bay', 25],
    ['m', 'Bay', 25],
  ])
  t.end()
})

t.test('a stallion hands his X to every daughter and to no son', (t) => {
  t.strictSame(shares(foals({}, { brindle: ['BR1'] })), [
    ['f', 'Bay brindle', 50],
    ['m', 'Bay', 50],
  ])
  t.end()
})

t.test(
  'of the foals of a mare with incontinentia a quarter is lost, and two thirds of the others are fillies',
  (t) => {
    const answer = foals({ incontinentia: ['IP', 'n'] }, {})
    t.equal(answer.live_foal_percentage, 75)
    const alive = answer.results.filter(({ viability }) => viability === undefined)
    const percent = (some: readonly Possibility[]): number =>
      some.reduce((sum, each) => sum + each.percentage, 0)
    t.equal(percent(alive.filter(({ sex }) => sex === 'f')) / percent(alive), 2 / 3)
    t.equal(foals({ incontinentia: ['IP', 'n'] }, {}, { sexes: 'sons' }).live_foal_percentage, 50)
    t.equal(foals({ incontinentia: ['IP', 'n'] }, {}, { sexes: 'daughters' }).live_foal_percentage, undefined)
    t.end()
  },
)

t.test('a father that could not live is computed all the same, with a warning', (t) => {
  const { notes = [] } = foals({}, { incontinentia: ['IP'] })
  t.strictSame(
    notes.map(({ code, field }) => [code, field]),
    [['incontinentia-male', 'father']],
  )
  t.end()
})

/** Every unordered pair of these alleles, and each alone. */
const PAIRS = {
  brindle: [
    ['BR1', 'BR1'],
    ['BR1', 'n'],
    ['n', 'n'],
  ],
  incontinentia: [
    ['IP', 'IP'],
    ['IP', 'n'],
    ['n', 'n'],
  ],
} as const

/**
 * Every egg with every sperm, by counting. @param phases the mother's chromosomes: those that she may have, equally likely
 * @returns the probability of each foal: `BR1 IP | n n` is a daughter, `BR1 IP` a son
 */
function bruteForce(
  phases: readonly (readonly [readonly string[], readonly string[]])[],
  father: readonly string[],
  fraction: number,
): Map<string, number> {
  const found = new Map<string, number>()
  const add = (foal: string, share: number): void => void found.set(foal, (found.get(foal) ?? 0) + share)
  for (const [one, other] of phases) {
    for (const [first, second] of [
      [one, other],
      [other, one],
    ] as const) {
      for (const [egg, share] of [
        [first, 1 - fraction],
        [[first[0], second[1]], fraction],
      ] as const) {
        const own = share / 2 / phases.length / 2
        add(egg.join(' '), own)
        add([egg.join(' '), father.join(' ')].sort().join(' | '), own)
      }
    }
  }
  return found
}

/** The same of an answer, phase aside. */
function answered({ results }: OffspringAnswer): Map<string, number> {
  return new Map(results.map(({ genotype, percentage }) => [unphased(genotype), percentage / 100]))
}

function unphased(genotype: Genes): string {
  return ['brindle', 'incontinentia'].map((gene) => [...(genotype[gene] ?? [])].sort().join('/')).join(' ')
}

function withoutPhase(found: ReadonlyMap<string, number>): Map<string, number> {
  const summed = new Map<string, number>()
  for (const [foal, share] of found) {
    const copies = foal.split(' | ').map((copy) => copy.split(' '))
    const key = [0, 1]
      .map((i) =>
        copies
          .map((copy) => copy[i] ?? '')
          .sort()
          .join('/'),
      )
      .join(' ')
    summed.set(key, (summed.get(key) ?? 0) + share)
  }
  return summed
}

for (const fraction of [0, 0.1, 0.5]) {
  t.test(
    `two X-linked loci at a fraction of ${fraction}: every mother, father and phase as counted`,
    async (t) => {
      const { ruleset: rules } = await openEdited([
        {
          file: 'rules/linkage/ecax.yaml',
          from: 'fraction: 0.45\n    interval: [0.35, 0.5]',
          to: `fraction: ${fraction}\n    interval: [0, 0.5]`,
        },
      ])
      let crosses = 0
      for (const brindle of PAIRS.brindle) {
        for (const incontinentia of PAIRS.incontinentia) {
          const coupling = [
            [brindle[0], incontinentia[0]],
            [brindle[1], incontinentia[1]],
          ] as const
          const repulsion = [
            [brindle[0], incontinentia[1]],
            [brindle[1], incontinentia[0]],
          ] as const
          const isOpen = brindle[0] !== brindle[1] && incontinentia[0] !== incontinentia[1]
          const questions = [
            { declared: undefined, phases: [coupling, repulsion] },
            ...(isOpen ? [{ declared: { mother: ['BR1', 'IP'] }, phases: [coupling] }] : []),
          ]
          for (const father of ['BR1 IP', 'BR1 n', 'n IP', 'n n'].map((text) => text.split(' '))) {
            for (const { declared, phases } of questions) {
              const sire = { brindle: [father[0] ?? ''], incontinentia: [father[1] ?? ''] }
              const answer = foals({ brindle, incontinentia }, sire, { kit_linkage: declared }, rules)
              const expected = [...withoutPhase(bruteForce(phases, father, fraction))].filter(
                ([, share]) => share > 0,
              )
              const own = answered(answer)
              t.strictSame([...own.keys()].sort(), expected.map(([foal]) => foal).sort())
              for (const [foal, share] of expected) t.ok(Math.abs((own.get(foal) ?? 0) - share) < 1e-12, foal)
              const sons = answer.results.filter(({ sex }) => sex === 'm')
              t.ok(sons.every(({ genotype }) => genotype['brindle']?.length === 1))
              crosses++
            }
          }
        }
      }
      t.equal(crosses, 40)
    },
  )
}

t.test('daughters and sons together are all foals, in any grouping', (t) => {
  const mother = { brindle: ['BR1', 'n'], incontinentia: ['IP', 'n'], grey: ['G', 'n'] }
  const father = { brindle: ['BR1'], kit: ['To'] }
  for (const more of [{}, { group_by: 'coat' }, { group_by: 'coat,sex' }]) {
    const halves = (['daughters', 'sons'] as const).map((sexes) => foals(mother, father, { ...more, sexes }))
    t.strictSame(
      halves.map((half) => half.of),
      ['daughters', 'sons'],
    )
    const summed = new Map<string, number>()
    for (const { coat, percentage, genotype, sex } of halves.flatMap(({ results }) => results)) {
      const key = 'group_by' in more ? `${coat} ${sex ?? ''}` : JSON.stringify(genotype)
      summed.set(key, (summed.get(key) ?? 0) + percentage / 2)
    }
    const all = new Map<string, number>()
    for (const { coat, percentage, genotype, sex } of foals(mother, father, more).results) {
      const key = 'group_by' in more ? `${coat} ${sex ?? ''}` : JSON.stringify(genotype)
      all.set(key, (all.get(key) ?? 0) + percentage)
    }
    t.strictSame([...summed].sort(), [...all].sort())
  }
  t.end()
})

t.test('rows as bytes tell the sex as rows as values do', (t) => {
  const mother = horse({
    brindle: ['BR1', 'n'],
    incontinentia: ['IP', 'n'],
    grey: ['G', 'n'],
    kit: ['To', 'Rn'],
  })
  const father = horse({ brindle: ['n'], lp: ['Lp', 'n'], kit: ['SB1'] })
  for (const more of [
    {},
    { recombination_band: 'true' },
    { group_by: 'coat' },
    { group_by: 'coat,sex' },
    { sexes: 'sons', limit: '3' },
  ]) {
    const fields = { mother, father, ...more }
    const bytes = [...listingBytes(askCross(ruleset, fields, 'en').list(), () => {})]
    const text = bytes.map((chunk) => new TextDecoder().decode(chunk)).join('')
    t.equal(text, JSON.stringify(answerOffspring(ruleset, fields, 'en').body))
  }
  t.end()
})

t.test('who names no gene of the X chromosome is told nothing of sex, and asked nothing', (t) => {
  const plain = foals({ grey: ['G', 'n'] }, {})
  t.strictSame(foals({ grey: ['G', 'n'] }, {}, { sexes: 'both' }), plain)
  t.notOk(plain.results.some((row) => 'sex' in row))
  t.strictSame(coat({}, { sex: 'zebra' }), coat({}))
  t.end()
})

t.test('the sex follows from the alleles where they tell it', (t) => {
  t.equal(coat({ brindle: ['BR1', 'n'] }).sex, 'f')
  t.equal(coat({ brindle: ['BR1'] }).sex, 'm')
  t.strictSame(coat({ brindle: ['Y', 'BR1'] }), coat({ brindle: ['BR1'] }, { sex: 'male' }))
  t.strictSame(coat({ brindle: ['BR1'] }).others['brindle'], ['BR1'])
  t.equal(coat({ brindle: ['BR1', 'BR1'] }, { sex: 'f' }).sex, 'f')
  t.strictSame(coat({ brindle: ['n', 'n'], incontinentia: ['IP', 'n'] }).sex, 'f')
  t.end()
})

t.test('a sex that does not fit the alleles, or is not told, is a fault with its place', (t) => {
  const fault = (ask: () => unknown): unknown => {
    try {
      ask()
    } catch (error) {
      if (error instanceof ClientError) return [error.code, error.details?.field, error.details?.expected]
      throw error
    }
    return 'no fault'
  }
  const mare = [
    ['BR1', 'BR1'],
    ['BR1', 'n'],
    ['n', 'n'],
  ]
  const stallion = [['BR1'], ['n']]
  const cases: readonly (readonly [() => unknown, string, string, unknown])[] = [
    [() => coat({ brindle: ['BR1', 'BR1'] }), 'VALIDATION_MISSING_FIELD', 'sex', ['f', 'm']],
    [() => coat({ brindle: ['n', 'n'] }, { sex: 'mare' }), 'VALIDATION_INVALID_FIELD', 'sex', ['f', 'm']],
    [
      () => coat({ brindle: ['BR1', 'n'] }, { sex: 'm' }),
      'VALIDATION_INVALID_GENES',
      'others.brindle',
      stallion,
    ],
    [() => coat({ brindle: ['BR1'] }, { sex: 'f' }), 'VALIDATION_INVALID_GENES', 'others.brindle', mare],
    [
      () => coat({ brindle: ['Y', 'Y'] }),
      'VALIDATION_INVALID_GENES',
      'others.brindle',
      [...mare, ...stallion],
    ],
    [
      () => coat({ brindle: ['BR1'], incontinentia: ['IP', 'n'] }),
      'VALIDATION_INVALID_GENES',
      'others.incontinentia',
      [['IP'], ['n']],
    ],
    [() => foals({ brindle: ['BR1'] }, {}), 'VALIDATION_INVALID_GENES', 'mother.others.brindle', mare],
    [
      () => foals({}, { brindle: ['BR1', 'n'] }),
      'VALIDATION_INVALID_GENES',
      'father.others.brindle',
      stallion,
    ],
    [
      () => foals({ brindle: ['n', 'n'] }, {}, { sexes: 'boys' }),
      'VALIDATION_INVALID_FIELD',
      'sexes',
      ['daughters', 'sons'],
    ],
    [() => foals({}, {}, { group_by: 'coat,sex' }), 'VALIDATION_INVALID_FIELD', 'group_by', ['coat']],
  ]
  for (const [ask, ...expected] of cases) t.strictSame(fault(ask), expected)
  t.end()
})
