/**
 * A table that tells too many genotypes apart is refused with advice, before memory or patience runs out.
 */
import { Worker } from 'node:worker_threads'
import t from 'tap'
import { trySmallRules, type SmallRules, type SmallTable } from './small-rules.js'

/** Heap that a refusal may need, and how long it may take where refusing at once is meant. */
const HEAP_MB = 96
const PATIENCE_MS = 10_000

/** One rule per variant, each with a token: the most natural way to write a table that is too large. */
function onePerVariant(variants: number): SmallRules {
  const names = Array.from({ length: variants }, (_, i) => `V${i}`)
  return {
    loci: { k: { cis: true, alleles: { ...Object.fromEntries(names.map((name) => [name, {}])), n: {} } } },
    tables: {
      each: {
        hit: 'collect',
        reads: ['k'],
        rules: names.map((name) => ({
          id: `has-${name.toLowerCase()}`,
          when: { k: { has: name } },
          then: [name.toLowerCase()],
        })),
      },
    },
  }
}

t.test('a table over a thousand classes is refused, and told to be split', async (t) => {
  const { ruleset, diagnostics } = await trySmallRules(t.testdir(), onePerVariant(10))
  t.equal(ruleset, undefined)
  t.strictSame(
    diagnostics.map(({ code, place }) => `${code} ${place.file}`),
    ['TABLE_TOO_LARGE rules/epistasis/10-each.yaml'],
  )
  t.match(diagnostics[0]?.what, /1024 classes/)
  t.match(diagnostics[0]?.fix, /split it/)
})

t.test('tables of a thousand classes at most, but over three thousand together, are refused', async (t) => {
  const loci = Object.fromEntries(
    Array.from({ length: 4 }, (_, i) => [
      `g${i}`,
      { alleles: Object.fromEntries([...'ABCDEFG'].map((a) => [a, {}])) },
    ]),
  )
  const table = (first: string, second: string): SmallTable => ({
    hit: 'collect',
    reads: [first, second],
    rules: [...'ABCDEFG'].flatMap((a) =>
      [first, second].flatMap((locus) =>
        [1, 2].map((copies) => ({
          id: `${first}${second}-${locus}-${a.toLowerCase()}${copies}`,
          when: { [locus]: { copies, of: a } },
          then: [`${locus}-${a.toLowerCase()}${copies}`],
        })),
      ),
    ),
  })
  const tables = { a: table('g0', 'g1'), b: table('g1', 'g2'), c: table('g2', 'g3'), d: table('g3', 'g0') }
  const { diagnostics } = await trySmallRules(t.testdir(), { loci, tables })
  t.strictSame(
    diagnostics.map(({ code, place }) => `${code} ${place.file}`),
    ['TABLE_TOO_LARGE rules/epistasis/13-d.yaml'],
    '784 classes each: the fourth is one too many',
  )
})

t.test('many variants with one expression are few classes: sixty variants are no large table', async (t) => {
  const names = Array.from({ length: 60 }, (_, i) => `V${i}`)
  const { ruleset, diagnostics } = await trySmallRules(t.testdir(), {
    loci: {
      k: {
        cis: true,
        alleles: { ...Object.fromEntries(names.map((name) => [name, { expression: 'x' }])), n: {} },
      },
    },
    tables: {
      only: {
        hit: 'first',
        reads: ['k'],
        rules: [
          { id: 'two', when: { k: { expression: 'x', copies: 2 } }, then: ['two'] },
          { id: 'v7', when: { k: { has: 'V7' } }, then: ['seven'] },
          { id: 'rest', when: {}, then: ['rest'] },
        ],
      },
    },
  })
  t.strictSame(diagnostics, [])
  t.ok(ruleset !== undefined)
})

t.test('a table refused for the tokens it asks for says which number is too large', async (t) => {
  const pairs = ['A/A', 'A/B', 'A/n', 'B/B', 'B/n']
  const numbers = [0, 1, 2, 3, 4, 5, 6]
  const loci = Object.fromEntries(numbers.map((i) => [`g${i}`, { alleles: { A: {}, B: {}, n: {} } }]))
  const tables: Record<string, SmallTable> = {}
  for (const i of numbers) {
    const rules = pairs.map((pair, j) => ({
      id: `t${i}-${j}`,
      when: { [`g${i}`]: pair.split('/') },
      then: [`x${i}-${j}`],
    }))
    tables[`t${i}`] = {
      hit: 'first',
      reads: [`g${i}`],
      rules: [...rules, { id: `t${i}-rest`, when: {}, then: [] }],
    }
  }
  const all = { id: 'all', when: { token: numbers.map((i) => `x${i}-0`) }, then: ['all'] }
  const { diagnostics } = await trySmallRules(t.testdir(), {
    loci,
    tables: { ...tables, last: { hit: 'collect', reads: [], rules: [all] } },
  })
  t.strictSame(
    diagnostics.map(({ code, place }) => `${code} ${place.file}`),
    ['TABLE_TOO_LARGE rules/epistasis/17-last.yaml'],
  )
  const { what = '', why = '' } = diagnostics[0] ?? {}
  t.match(`${what} ${why}`, /279936|200000/, '6 classes at each of 7 loci, walked together')
})

t.test(
  'a rule for each of thirty-seven variants is refused, and does not use up the memory first',
  async (t) => {
    const worker = new Worker(new URL('./compile-in-worker.js', import.meta.url), {
      workerData: { folder: t.testdir(), rules: onePerVariant(37) },
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    })
    const impatience = AbortSignal.timeout(PATIENCE_MS)
    const outcome = await new Promise<unknown>((resolve) => {
      worker.once('message', resolve)
      worker.once('error', (error) => resolve(`failed: ${error.message}`))
      impatience.addEventListener('abort', () => resolve('no answer'))
    })
    await worker.terminate()
    t.strictSame(outcome, ['TABLE_TOO_LARGE'])
  },
)
