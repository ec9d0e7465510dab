/**
 * Fertilisation: exact shares of the second generation, one element per genotype, canonical order.
 */
import t from 'tap'
import { cross } from '../../src/genetics/cross.js'
import { formGametes } from '../../src/genetics/gamete.js'
import { pairText } from '../../src/genetics/genotype.js'
import { phasingsOf } from '../../src/genetics/haplotype.js'
import type { Distribution } from '../../src/genetics/probability.js'
import type { Haplotype } from '../../src/genetics/haplotype.js'
import type { Locus } from '../../src/genetics/locus.js'
import { cisLocus, genotype, plainLocus, ratio } from './loci.js'

const [A, B] = [plainLocus('a', 0), plainLocus('b', 1)] as const
const PHASES = {
  coupling: [0, 0],
  repulsion: [0, 1],
} as const

function gametes(
  loci: readonly Locus[],
  texts: readonly string[],
  r: number,
  phase?: keyof typeof PHASES,
): Distribution<Haplotype> {
  const declared = phase === undefined ? [] : PHASES[phase].map((allele, position) => ({ position, allele }))
  return formGametes(
    phasingsOf(
      loci.map((locus, i) => genotype(locus, texts[i] ?? '')),
      declared,
    ),
    [r],
  )
}

function foals(
  loci: readonly Locus[],
  mother: Distribution<Haplotype>,
  father: Distribution<Haplotype>,
): ReadonlyMap<string, string> {
  const { values, weights, total } = cross(loci, mother, father)
  const text = (i: number): string =>
    loci.map((locus, p) => pairText(locus, values[i]?.[p] ?? [[], []])).join(' ')
  return new Map(weights.map((weight, i) => [text(i), ratio(weight, total)]))
}

t.test(
  'the double recessive of the second generation: (1−r)²/4 in coupling, r²/4 in repulsion, r(1−r)/4 mixed',
  (t) => {
    for (const r of [30, 100, 250, 430]) {
      const recessive = (mother: keyof typeof PHASES, father: keyof typeof PHASES): string | undefined =>
        foals(
          [A, B],
          gametes([A, B], ['A/a', 'B/b'], r, mother),
          gametes([A, B], ['A/a', 'B/b'], r, father),
        ).get('a/a b/b')
      const of = (first: number, second: number): string => ratio(BigInt(first * second), 4_000_000n)
      t.equal(recessive('coupling', 'coupling'), of(1000 - r, 1000 - r), `r = ${r}/1000`)
      t.equal(recessive('repulsion', 'repulsion'), of(r, r))
      t.equal(recessive('coupling', 'repulsion'), of(1000 - r, r))
      t.equal(recessive('repulsion', 'coupling'), of(r, 1000 - r))
    }
    t.end()
  },
)

t.test('with no phase known the second generation is 9:3:3:1 and every genotype its Mendelian share', (t) => {
  const parent = gametes([A, B], ['A/a', 'B/b'], 30)
  t.strictSame(
    [...foals([A, B], parent, parent)],
    [
      ['A/A B/B', '1/16'],
      ['A/A B/b', '1/8'],
      ['A/A b/b', '1/16'],
      ['A/a B/B', '1/8'],
      ['A/a B/b', '1/4'],
      ['A/a b/b', '1/8'],
      ['a/a B/B', '1/16'],
      ['a/a B/b', '1/8'],
      ['a/a b/b', '1/16'],
    ],
  )
  t.end()
})

t.test('foals are in manifest order even where the map order differs', (t) => {
  const [first, second] = [plainLocus('a', 1), plainLocus('b', 0)]
  const parent = gametes([first, second], ['A/a', 'B/b'], 100)
  t.strictSame([...foals([first, second], parent, parent).keys()].slice(0, 4), [
    'A/A B/B',
    'A/a B/B',
    'a/a B/B',
    'A/A B/b',
  ])
  t.end()
})

t.test('phase in the foal is not told apart: both ways to a double heterozygote are one genotype', (t) => {
  const parent = gametes([A, B], ['A/a', 'B/b'], 100, 'coupling')
  const found = foals([A, B], parent, parent)
  t.equal(found.size, 9)
  t.equal(found.get('A/a B/b'), ratio(2n * (450n * 450n + 50n * 50n), 1_000_000n))
  t.end()
})

t.test('copies with several variants meet as whole copies', (t) => {
  const K = cisLocus(0)
  const mother = gametes([K], ['P+Q/n'], 0)
  const father = gametes([K], ['P/R'], 0)
  t.strictSame(
    [...foals([K], mother, father)],
    [
      ['P/P+Q', '1/4'],
      ['P/n', '1/4'],
      ['P+Q/R', '1/4'],
      ['R/n', '1/4'],
    ],
  )
  t.end()
})
