/**
 * What crosses need is no part of putting a rule set together, and is made once, when it is asked for or by a first cross.
 */
import t from 'tap'
import { createOffspring } from '../../src/model/cross/cross.js'
import { shippedRuleset } from '../phenotypes/shipped.js'

const ruleset = await shippedRuleset()

/** A cross evaluator, and how often it has looked at the tables. */
function watched() {
  let looks = 0
  const model = new Proxy(ruleset.model, {
    get: (target, name, receiver): unknown => {
      if (name === 'tables') looks += 1
      return Reflect.get(target, name, receiver)
    },
  })
  return { offspring: createOffspring(model, ruleset.zygotes), looks: () => looks }
}

const genotype = ruleset.model.loci.map((locus) =>
  ruleset.genotypes.of(locus, [[[0], [locus.wildType ?? 1]]]),
)
const parent = { genotype, together: new Map() }

t.test('nothing is made before it is needed, and nothing twice', (t) => {
  const { offspring, looks } = watched()
  t.equal(looks(), 0)
  offspring.ready()
  const made = looks()
  t.ok(made > 0)
  offspring.ready()
  const cross = offspring.cross(parent, parent)
  t.ok(offspring.safety(cross).lethal >= 0n)
  t.ok(offspring.coats([cross]).total > 1n)
  t.equal(looks(), made, 'the first cross finds it there')
  t.end()
})

t.test('a cross that comes before is answered the same', (t) => {
  const [early, late] = [watched().offspring, watched().offspring]
  late.ready()
  const [one, other] = [early, late].map((offspring) => {
    const cross = offspring.cross(parent, parent)
    const coats = [...offspring.coats([cross]).list()].map(({ coat, weights }) => [coat.key, weights])
    return { safety: offspring.safety(cross), coats }
  })
  t.strictSame(one, other)
  t.end()
})
