/**
 * Meiosis, held against the formulas of the textbook in exact fractions.
 */
import fc from 'fast-check'
import t from 'tap'
import { formGametes, formGametesOfAnyPhase } from '../../src/genetics/gamete.js'
import { layoutsOf } from '../../src/genetics/genotype.js'
import { phasingsOf, type DeclaredAllele } from '../../src/genetics/haplotype.js'
import type { Locus } from '../../src/genetics/locus.js'
import { cisLocus, gameteShares, genotype, plainLocus, ratio } from './loci.js'

const [A, B, C] = [plainLocus('a', 0), plainLocus('b', 1), plainLocus('c', 2)] as const
const FRACTIONS = [0, 1, 30, 100, 180, 250, 430, 499, 500]

/** A declaration: alleles by locus position and index. */
function together(
  ...alleles: readonly (readonly [position: number, allele: number])[]
): readonly DeclaredAllele[] {
  return alleles.map(([position, allele]) => ({ position, allele }))
}

function shares(
  loci: readonly Locus[],
  texts: readonly string[],
  declared: readonly DeclaredAllele[],
  thousandths: readonly number[],
): Readonly<Record<string, string>> {
  const genotypes = loci.map((locus, i) => genotype(locus, texts[i] ?? ''))
  return gameteShares(loci, formGametes(phasingsOf(genotypes, declared), thousandths))
}

/** A probability in thousandths of halves: n / 2000, lowest terms. */
function halfOf(thousandths: number): string {
  return ratio(BigInt(thousandths), 2000n)
}

/** The record without what never happens. */
function possible(record: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(record).filter(([, share]) => !share.startsWith('0/')))
}

t.test('in coupling the parental gametes take (1 − r)/2 each, the recombined r/2', (t) => {
  for (const r of FRACTIONS) {
    const expected = { 'A B': halfOf(1000 - r), 'a b': halfOf(1000 - r), 'A b': halfOf(r), 'a B': halfOf(r) }
    t.strictSame(
      shares([A, B], ['A/a', 'B/b'], together([0, 0], [1, 0]), [r]),
      possible(expected),
      `r = ${r}/1000`,
    )
    t.same(
      shares([A, B], ['A/a', 'B/b'], together([0, 1], [1, 1]), [r]),
      possible(expected),
      'a with b says the same',
    )
  }
  t.end()
})

t.test('in repulsion parental and recombined change places', (t) => {
  for (const r of FRACTIONS) {
    const expected = { 'A b': halfOf(1000 - r), 'a B': halfOf(1000 - r), 'A B': halfOf(r), 'a b': halfOf(r) }
    t.same(shares([A, B], ['A/a', 'B/b'], together([0, 1], [1, 0]), [r]), possible(expected), `r = ${r}/1000`)
  }
  t.end()
})

t.test('an unknown phase is independent assortment, whatever the recombination fraction', (t) => {
  for (const r of FRACTIONS) {
    const quarter = { 'A B': '1/4', 'A b': '1/4', 'a B': '1/4', 'a b': '1/4' }
    t.same(shares([A, B], ['A/a', 'B/b'], [], [r]), quarter, `r = ${r}/1000`)
  }
  const eighths = shares([A, B, C], ['A/a', 'B/b', 'C/c'], [], [100, 30])
  t.equal(Object.keys(eighths).length, 8)
  t.ok(Object.values(eighths).every((share) => share === '1/8'))
  t.end()
})

t.test('a parent of unknown phase hands on what all of its phasings hand on together', (t) => {
  const K = cisLocus(3)
  const loci = [A, B, C, K]
  const plain = [A, B, C].map((locus) => {
    const texts = [`${locus.key.toUpperCase()}/${locus.key}`, `${locus.key}/${locus.key}`]
    return fc.constantFrom(...texts.map((text) => genotype(locus, text)))
  })
  const variants = fc.subarray([0, 1, 2, 3], { minLength: 1 })
  const lists = variants.map((alleles) => ({ locus: K, layouts: layoutsOf(alleles, [], 4) }))
  const fractions = fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 3, maxLength: 3 })
  const places = fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 })
  fc.assert(
    fc.property(fc.tuple(...plain, lists), places, fractions, (each, order, thousandths) => {
      const genotypes = order.flatMap((place) => each[place] ?? [])
      const own = order.flatMap((place) => loci[place] ?? [])
      t.same(
        gameteShares(own, formGametesOfAnyPhase(genotypes)),
        gameteShares(own, formGametes(phasingsOf(genotypes, []), thousandths)),
      )
    }),
  )
  t.end()
})

t.test('three loci recombine in each interval independently', (t) => {
  const [r, s] = [100, 30]
  const weight = (first: number, second: number): string => ratio(BigInt(first * second), 2_000_000n)
  t.same(shares([A, B, C], ['A/a', 'B/b', 'C/c'], together([0, 0], [1, 0], [2, 0]), [r, s]), {
    'A B C': weight(1000 - r, 1000 - s),
    'a b c': weight(1000 - r, 1000 - s),
    'A b c': weight(r, 1000 - s),
    'a B C': weight(r, 1000 - s),
    'A B c': weight(1000 - r, s),
    'a b C': weight(1000 - r, s),
    'A b C': weight(r, s),
    'a B c': weight(r, s),
  })
  t.end()
})

t.test('over a homozygous locus in the middle the outer two recombine with r + s − 2rs', (t) => {
  const [r, s] = [100, 100]
  const outer = r + s - (2 * r * s) / 1000
  t.equal(outer, 180)
  t.same(shares([A, B, C], ['A/a', 'b/b', 'C/c'], together([0, 0], [2, 0]), [r, s]), {
    'A b C': halfOf(1000 - outer),
    'a b c': halfOf(1000 - outer),
    'A b c': halfOf(outer),
    'a b C': halfOf(outer),
  })
  t.end()
})

t.test('with two of three loci declared those two recombine and the third is free', (t) => {
  const found = shares([A, B, C], ['A/a', 'B/b', 'C/c'], together([0, 0], [2, 0]), [100, 30])
  const outer = 100 + 30 - (2 * 100 * 30) / 1000
  const half = (thousandths: number): string => ratio(BigInt(thousandths), 4000n)
  for (const b of ['B', 'b']) {
    t.equal(found[`A ${b} C`], half(1000 - outer))
    t.equal(found[`A ${b} c`], half(outer))
  }
  t.end()
})

t.test('a parent that is homozygous somewhere needs no phase: one locus segregates by halves', (t) => {
  t.same(shares([A, B], ['A/A', 'B/b'], [], [30]), { 'A B': '1/2', 'A b': '1/2' })
  t.same(shares([A, B], ['a/a', 'b/b'], [], [30]), { 'a b': '1/1' })
  t.end()
})

t.test('variants on one copy are handed on whole, variants on two copies one by one', (t) => {
  const K = cisLocus(1)
  t.same(shares([A, K], ['A/A', 'P+Q/n'], [], [100]), { 'A P+Q': '1/2', 'A n': '1/2' })
  t.same(shares([A, K], ['A/A', 'P/Q'], [], [100]), { 'A P': '1/2', 'A Q': '1/2' })
  t.same(shares([A, K], ['A/a', 'P+Q/R'], together([0, 0], [1, 1]), [100]), {
    'A P+Q': '9/20',
    'a R': '9/20',
    'A R': '1/20',
    'a P+Q': '1/20',
  })
  t.end()
})

t.test('no fraction, however small, makes a gamete of weight nothing, and none is lost', (t) => {
  const linked = shares([A, B], ['A/a', 'B/b'], together([0, 0], [1, 0]), [0])
  t.same(linked, { 'A B': '1/2', 'a b': '1/2' }, 'r = 0: always together')
  const loci = [A, B, C]
  const all = formGametes(
    phasingsOf(
      loci.map((l) => genotype(l, `${l.alleles[0]}/${l.alleles[1]}`)),
      [],
    ),
    [1, 499],
  )
  t.equal(
    all.weights.reduce((sum, weight) => sum + weight, 0n),
    all.total,
  )
  t.end()
})
