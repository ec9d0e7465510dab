/**
 * What questions about a pedigree may cost: crosses of known parents are counted as those of frequencies are.
 */
import t from 'tap'
import { everythingHeterozygous } from '../../torture/heaviest.js'
import { refused, told } from './asked.js'

const { base, others } = JSON.parse(
  new URLSearchParams(everythingHeterozygous().body).get('mother') ?? '',
) as Readonly<Record<'base' | 'others', object>>
const unphased = { ...others, kit: ['DW25', 'DW12', 'DW3', 'DW35', 'DW15', 'To'] }

function foals(times: number, own: object): object {
  const ask = Array.from({ length: times }, () => ({ foal: ['mare', 'stallion'] }))
  const horses = ['mare', 'stallion'].map((id) => ({
    id,
    sex: id === 'mare' ? 'f' : 'm',
    base,
    others: own,
  }))
  return { population: 'none', horses, ask }
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
