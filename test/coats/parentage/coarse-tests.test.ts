/** Tests differ in what they tell apart: an allele that one laboratory reports stands for those that another tells apart. */
import t from 'tap'
import { checked } from './asked.js'

const of = (others: Record<string, readonly string[]>) => ({ others })
const possible = (foal: object, mother: object, father: object): boolean =>
  checked({ foal, mother, father }).possible

t.test('a dam tested grey may have a foal with three copies of the intron, and the other way round', (t) => {
  const [plain, grey, fast] = [of({ grey: ['n', 'n'] }), of({ grey: ['G', 'n'] }), of({ grey: ['G3', 'n'] })]
  t.equal(possible(fast, grey, plain), true)
  t.equal(possible(grey, fast, plain), true)
  t.equal(possible(fast, plain, plain), false)
  t.end()
})

t.test('roan of an unknown haplotype may be any of them, also beside tobiano on one copy', (t) => {
  const [plain, roan, second] = [of({ kit: ['n', 'n'] }), of({ kit: ['Rn', 'n'] }), of({ kit: ['RN2', 'n'] })]
  t.equal(possible(second, roan, plain), true)
  t.equal(possible(roan, second, plain), true)
  t.equal(possible(of({ kit: ['To', 'RN2'] }), of({ kit: ['To', 'n'] }), roan), true)
  t.end()
})

t.test('variants that a test tells apart still exclude a parent', (t) => {
  const [plain, slow, fast] = [of({ grey: ['n', 'n'] }), of({ grey: ['G2', 'n'] }), of({ grey: ['G3', 'n'] })]
  t.equal(possible(fast, slow, plain), false)
  t.equal(possible(of({ kit: ['RN1', 'n'] }), of({ kit: ['RN2', 'n'] }), of({ kit: ['n', 'n'] })), false)
  t.end()
})

t.test('a parent tested free of roan had no foal with any haplotype of it', (t) => {
  const free = of({ kit: ['!Rn', '!Rn'] })
  for (const haplotype of ['Rn', 'RN1', 'RN2', 'RN3'])
    t.equal(possible(of({ kit: [haplotype, 'n'] }), free, free), false, haplotype)
  t.equal(possible(of({ kit: ['To', 'n'] }), free, free), true)
  t.end()
})
