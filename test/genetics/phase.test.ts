/**
 * Pairs, unphased lists and phasings: how many there are, in which order, and what a declaration leaves.
 */
import t from 'tap'
import {
  dosageOf,
  isHeterozygous,
  layoutsOf,
  pairOf,
  pairText,
  type Pair,
} from '../../src/genetics/genotype.js'
import { phasingsOf } from '../../src/genetics/haplotype.js'
import { compareCopies, copyText } from '../../src/genetics/locus.js'
import { cisLocus, genotype, plainLocus } from './loci.js'

const [A, B, C] = [plainLocus('a', 0), plainLocus('b', 1), plainLocus('c', 2)] as const
const K = cisLocus(3)
const WILD = 4

function texts(layouts: readonly Pair[]): readonly string[] {
  return layouts.map((pair) => pairText(K, pair)).sort()
}

t.test('k variants named once lie in 2^(k−1) different ways, all on one copy included', (t) => {
  for (const [once, count] of [
    [[0], 1],
    [[0, 1], 2],
    [[0, 1, 2], 4],
    [[0, 1, 2, 3], 8],
  ] as const) {
    const found = texts(layoutsOf(once, [], WILD))
    t.equal(found.length, count)
    t.equal(new Set(found).size, count, 'no layout twice')
    t.ok(found.includes(`${copyText(K, once)}/n`), 'all on one copy')
  }
  t.strictSame(texts(layoutsOf([0, 1, 2], [], WILD)), ['P+Q+R/n', 'P+Q/R', 'P+R/Q', 'P/Q+R'])
  t.end()
})

t.test('a variant named twice lies on both copies of every layout', (t) => {
  t.strictSame(texts(layoutsOf([], [1], WILD)), ['Q/Q'])
  t.strictSame(texts(layoutsOf([0], [1], WILD)), ['P+Q/Q'])
  t.strictSame(texts(layoutsOf([0, 3], [1], WILD)), ['P+Q+S/Q', 'P+Q/Q+S'])
  t.end()
})

t.test('dosage is the same in every layout of a list', (t) => {
  for (const layout of layoutsOf([0, 3], [1], WILD)) t.strictSame([...dosageOf(K, layout)], [1, 2, 0, 1, 0])
  t.end()
})

t.test('a copy that carries a variant is no wild type copy', (t) => {
  t.strictSame([...dosageOf(K, [[0, 1], [WILD]])], [1, 1, 0, 0, 1])
  t.strictSame([...dosageOf(K, [[0, 1], [2]])], [1, 1, 1, 0, 0])
  t.strictSame([...dosageOf(K, [[WILD], [WILD]])], [0, 0, 0, 0, 2])
  t.end()
})

t.test('copies compare variant by variant in allele order, a prefix first', (t) => {
  const sorted = [[0], [0, 1], [0, 1, 2], [0, 2], [1], [1, 2, 3], [1, 3], [2], [3], [WILD]]
  sorted.forEach((copy, i) => {
    sorted.forEach((other, j) =>
      t.equal(Math.sign(compareCopies(copy, other)), Math.sign(i - j), `${copy.join()} ${other.join()}`),
    )
  })
  t.end()
})

t.test('a pair has no order', (t) => {
  t.strictSame(pairOf([1], [0]), pairOf([0], [1]))
  t.equal(pairText(A, pairOf([1], [0])), 'A/a')
  t.ok(isHeterozygous(genotype(A, 'a/A')))
  t.notOk(isHeterozygous(genotype(A, 'a/a')))
  t.ok(isHeterozygous(genotype(K, 'P/P+Q')))
  t.end()
})

t.test('h heterozygous loci have 2^(h−1) phasings; which copy is called first means nothing', (t) => {
  const count = (...each: readonly string[]): number =>
    phasingsOf(
      [A, B, C].map((locus, i) => genotype(locus, each[i] ?? '')),
      [],
    ).length
  t.equal(count('A/A', 'B/B', 'C/C'), 1)
  t.equal(count('A/a', 'B/B', 'C/C'), 1)
  t.equal(count('A/a', 'B/b', 'C/C'), 2)
  t.equal(count('A/A', 'B/b', 'C/c'), 2)
  t.equal(count('A/a', 'B/b', 'C/c'), 4)
  t.end()
})

t.test('a declaration keeps exactly the phasings that hold its alleles on one copy', (t) => {
  const genotypes = [A, B, C].map((locus) => genotype(locus, `${locus.alleles[0]}/${locus.alleles[1]}`))
  const kept = (...alleles: readonly (readonly [number, number])[]): number =>
    phasingsOf(
      genotypes,
      alleles.map(([position, allele]) => ({ position, allele })),
    ).length
  t.equal(kept(), 4)
  t.equal(kept([0, 0]), 4, 'one allele says nothing')
  t.equal(kept([0, 0], [1, 1]), 2)
  t.equal(kept([1, 0], [2, 0]), 2)
  t.equal(kept([0, 1], [1, 1], [2, 0]), 1)
  t.end()
})

t.test('a declaration of two variants keeps the layouts of a list that hold them together', (t) => {
  const list = { locus: K, layouts: layoutsOf([0, 1, 2], [], WILD) }
  const kept = phasingsOf(
    [list],
    [
      { position: 0, allele: 0 },
      { position: 0, allele: 1 },
    ],
  )
  t.strictSame(
    kept.map(([one, other]) => `${copyText(K, one[0] ?? [])}/${copyText(K, other[0] ?? [])}`).sort(),
    ['P+Q+R/n', 'P+Q/R'],
  )
  t.equal(phasingsOf([genotype(A, 'A/a'), list], []).length, 8, 'four layouts, each either way round')
  t.end()
})
