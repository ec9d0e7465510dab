/**
 * What questions about a pedigree may cost: crosses of known parents are counted as those of frequencies are.
 */
import t from 'tap'
import { everythingHeterozygous } from '../../torture/heaviest.js'
import { refused, told } from './asked.js'

const { base, others } = JSON.parse(
  new URLSearchParams(everythingHeterozygous().body).get('mother') ?? '',
) as Readonly<Record<'base' | 'others', Readonly<Record<string, readonly string[]>>>>
const unphased = { ...others, kit: ['DW25', 'DW12', 'DW3', 'DW35', 'DW15', 'To'] }

function foals(times: number, own: object): object {
  const ask = Array.from({ length: times }, () => ({ foal: ['mare', 'stallion'] }))
  const horses = ['mare', 'stallion'].map((id) => ({
    id,
    sex: id === 'mare' ? 'f' : 'm',
    base,
    others: own,
  }))
  return { population: 'none', horses, ask, limit: 1000 }
}

t.test('foals of parents that are heterozygous everywhere are counted each time they are asked for', (t) => {
  const { operations } = told('infer', foals(1, others)) as unknown as { operations: number }
  t.ok(operations > 20_000, `${operations} operations`)
  t.equal(refused('infer', foals(60, others)).code, 'RESULT_TOO_LARGE')
  t.end()
})

t.test(
  'bounds over every way in which alleles can lie on their copies are refused when they are many',
  (t) => {
    t.equal(refused('infer', foals(1, unphased)).code, 'RESULT_TOO_LARGE')
    t.end()
  },
)

t.test('what all the rows of an answer cost is known before: fewer of them are answered', (t) => {
  const parent = { base: { agouti: ['?', '?'], extension: ['?', '?'] }, untested: 'population' }
  const horses = ['mare', 'stallion'].map((id) => ({ id, sex: id === 'mare' ? 'f' : 'm', ...parent }))
  const even = Object.entries({ ...base, ...others, kit: ['To', 'n'] }).map(([gene, alleles]) => [
    gene,
    { counts: Object.fromEntries(alleles.map((allele) => [allele, 1])) },
  ])
  const loci: unknown = Object.fromEntries(even)
  const question = { horses, ask: { foal: ['mare', 'stallion'] }, population: { loci } }
  const error = refused('infer', question)
  t.equal(error.code, 'RESULT_TOO_LARGE')
  t.match(error.message, /Send a limit, fewer animals/)
  t.same(error.details?.expected, [{ type: 'integer', minimum: 1, maximum: 150_000 }])
  const [answer] = told('infer', { ...question, limit: 10 }).answers
  t.match(answer, { results: { length: 10 }, total_results: Number })
  t.end()
})

t.test('a question that says nothing of any animal is refused for its cost like any other', (t) => {
  const joined = ['To', 'Rn'].flatMap((allele) =>
    Array.from({ length: 28 }, (_, i) => `${allele}+DW${i + 1}`),
  )
  const kit = Object.fromEntries([['n', 500], ...joined.map((copy) => [copy, 1] as const)])
  const error = refused('infer', {
    untested: 'population',
    population: {
      loci: {
        extension: { counts: { E: 5, e: 5 } },
        agouti: { counts: { A: 5, a: 5 } },
        kit: { counts: kit },
      },
    },
    horses: Array.from({ length: 60 }, (_, i) => ({ id: `h${i}` })),
    ask: [{ genotype: 'h0' }],
  })
  t.match(error, { code: 'RESULT_TOO_LARGE', details: { field: 'horses' } })
  t.end()
})
