/**
 * Under a convention, what the facts imply takes the fewest variants, usual ones before others: the engine and plain
 * enumeration give the same.
 */
import t from 'tap'
import { createInference } from '../../src/inference/create-inference.js'
import { shippedRuleset } from '../phenotypes/shipped.js'
import { compareMany } from './random-run.js'
import { horse, locusOf, seen, tested } from './questions.js'

const ruleset = await shippedRuleset()
const textbook = ruleset.model.populations.get('textbook')

for (const [what, isWeighed] of [
  ['', false],
  [' about coats with likelihoods', true],
] as const)
  t.test(`seventy-eight random questions${what} have the answers of plain enumeration`, (t) => {
    const { most, contradictions, failures } = compareMany(ruleset, 78, 20_000, {
      isAssumed: true,
      isWeighed,
    })
    t.same(failures, [])
    t.ok(most < 1e-9, `differs by ${most} at most`)
    t.ok(contradictions > 0, `${contradictions} contradict themselves`)
    t.end()
  })

/** Of one animal at one gene: pairs with their percentages, most probable first. */
function genotypes(
  key: string,
  animal: number,
  horses: readonly ReturnType<typeof horse>[],
): readonly string[] {
  const study = createInference(ruleset).study({ population: textbook, horses })
  const locus = locusOf(ruleset, key)
  const [{ pairs } = { pairs: [] }] = study.genotypes(animal, [locus.index]).run()
  return pairs.map(({ pair, probability }) => {
    const names = pair.map((copy) => copy.map((allele) => locus.alleles[allele]).join('+'))
    return `${names.join('/')} ${Math.round(probability * 1000) / 10}`
  })
}

const ANY = ['?', '?'] as const
const BASE = { extension: ANY, agouti: ANY }

t.test('facts that leave a variant open have the usual one, in one copy where one is enough', (t) => {
  const shown = (key: string, ...tokens: readonly string[]) => [
    horse('x', { tests: tested(ruleset, { ...BASE, [key]: ANY }), seen: [seen({ has: tokens })] }),
  ]
  t.same(genotypes('grey', 0, shown('grey', 'grey')), ['G/n 100'])
  t.same(genotypes('kit', 0, shown('kit', 'roan')), ['Rn/n 100'])
  t.same(genotypes('matp', 0, shown('matp', 'cream/2')), ['Cr/Cr 100'])
  const pearl = {
    tests: tested(ruleset, { ...BASE, matp: ANY }),
    seen: [seen({ has: ['pearl'], lacks: ['cream/1'] })],
  }
  t.same(
    genotypes('matp', 0, [horse('x', pearl)]),
    ['Prl/Sun 40', 'Prl/Sno 40', 'Prl/Prl 20'],
    'others where no usual one fits, each as frequent',
  )
  t.same(genotypes('kit', 0, shown('kit', 'white-sabino')), ['SB1/SB1 100'])
  const white = genotypes('kit', 0, shown('kit', 'dominant-white'))
  t.ok(white.length > 10, 'where no usual one explains the coat, all that do so in one copy')
  t.equal(new Set(white.map((each) => each.split(' ')[1])).size, 1, 'are equally likely')
  t.end()
})

t.test('a test that names a variant which is not usual is believed', (t) => {
  const own = (texts: readonly [string, string]) => [
    horse('x', { tests: tested(ruleset, { ...BASE, matp: texts }) }),
  ]
  t.same(genotypes('matp', 0, own(['Prl', '?'])), ['Prl/n 100'])
  t.same(genotypes('matp', 0, own(['Cr', '!Cr'])), ['Cr/n 100'])
  t.same(genotypes('matp', 0, own(['Prl', 'Sno'])), ['Prl/Sno 100'])
  t.end()
})

t.test('a variant of a foal comes from either parent, and not from both', (t) => {
  const open = tested(ruleset, { ...BASE, matp: ANY })
  const family = [
    horse('m', { sex: 'female', tests: open }),
    horse('f', { sex: 'male', tests: open }),
    horse('x', { mother: 0, father: 1, tests: open, seen: [seen({ has: ['cream/1'] })] }),
  ]
  t.same(genotypes('matp', 0, family), ['Cr/n 50', 'n/n 50'])
  t.same(genotypes('matp', 1, family), ['Cr/n 50', 'n/n 50'])
  t.same(genotypes('matp', 2, family), ['Cr/n 100'])
  t.end()
})

t.test('no evidence is told of what is assumed, and nothing is certain by it', (t) => {
  const grey = [
    horse('x', { tests: tested(ruleset, { ...BASE, grey: ANY }), seen: [seen({ has: ['grey'] })] }),
  ]
  const study = createInference(ruleset).study({ population: textbook, horses: grey })
  t.equal(study.evidence().run().isAssumed, true)
  const [{ certain } = { certain: undefined }] = study.genotypes(0, [locusOf(ruleset, 'grey').index]).run()
  t.equal(certain, undefined)
  const plain = [horse('x', { tests: tested(ruleset, { ...BASE, grey: ANY }) })]
  t.equal(
    createInference(ruleset).study({ population: textbook, horses: plain }).evidence().run().isAssumed,
    false,
  )
  t.end()
})
