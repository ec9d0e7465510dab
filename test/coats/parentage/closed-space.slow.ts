/** A tested trio is possible if and only if the foal is among the results of generateChild. */
import t from 'tap'
import { checked, coats } from './asked.js'

type Genes = Readonly<Record<string, readonly string[]>>
interface Tested {
  readonly base: Genes
  readonly others: Genes
  readonly sex?: string
}

/** Every combination of one genotype of each gene. */
function spaceOf(base: Readonly<Record<string, string>>, others: Readonly<Record<string, string>>) {
  const productOf = (genes: Readonly<Record<string, string>>): readonly Genes[] =>
    Object.entries(genes).reduce<readonly Genes[]>(
      (all, [gene, texts]) =>
        all.flatMap((one) => texts.split(' ').map((text) => ({ ...one, [gene]: text.split('/') }))),
      [{}],
    )
  return productOf(base).flatMap((one) =>
    productOf(others).map((other): Tested => ({ base: one, others: other })),
  )
}

/** The foals of two parents, as texts. */
function foalsOf(mother: Tested, father: Tested, others: readonly string[]): ReadonlySet<string> {
  const { results } = coats.offspring({ mother, father }, 'en').body
  return new Set(results.map(({ genotype, sex }) => keyOf(genotype, others, sex)))
}

function keyOf(genotype: Genes, genes: readonly string[], sex?: string): string {
  return [sex, ...genes.map((gene) => `${gene} ${[...(genotype[gene] ?? [])].sort().join('/')}`)].join(' ')
}

function differing(
  mothers: readonly Tested[],
  fathers: readonly Tested[],
  foals: readonly Tested[],
  genes: readonly string[],
): { readonly trios: number; readonly possible: number; readonly different: readonly unknown[] } {
  const different: unknown[] = []
  let [trios, possible] = [0, 0]
  for (const mother of mothers)
    for (const father of fathers) {
      const results = foalsOf(mother, father, genes)
      for (const foal of foals) {
        const expected = results.has(keyOf({ ...foal.base, ...foal.others }, genes, foal.sex))
        const answer = checked({ foal, mother, father })
        trios += 1
        if (expected) possible += 1
        const { possible: is, excluded_by: sets, unlikely } = answer
        if (is !== expected || (sets.length === 0) !== expected || unlikely.length > 0)
          different.push({ foal, mother, father, answer })
      }
    }
  return { trios, possible, different }
}

t.test('of two parents with two independent genes', (t) => {
  const space = spaceOf({ extension: 'E/E E/e e/e', agouti: 'A/A' }, { grey: 'G/G G/n n/n' })
  const { trios, possible, different } = differing(space, space, space, ['extension', 'grey'])
  t.equal(trios, 9 ** 3)
  // Of the 27 trios at each gene, 15 are possible.
  t.equal(possible, 15 ** 2)
  t.same(different.slice(0, 3), [])
  t.end()
})

t.test('of two parents with several variants on a copy of a linked gene', (t) => {
  const space = spaceOf({ extension: 'E/E E/e', agouti: 'A/A' }, { kit: 'n To DW20 To+DW20 To/DW20' })
  const { trios, different } = differing(space, space, space, ['extension', 'kit'])
  t.equal(trios, 10 ** 3)
  t.same(different.slice(0, 3), [])
  t.end()
})

t.test('of two parents with a gene on the X chromosome', (t) => {
  const base = { extension: 'E/E', agouti: 'A/A' }
  const females = spaceOf(base, { brindle: 'BR1/BR1 BR1/n n/n' })
  const males = spaceOf(base, { brindle: 'BR1 n' })
  const foals = [
    ...females.map((each) => ({ ...each, sex: 'f' })),
    ...males.map((each) => ({ ...each, sex: 'm' })),
  ]
  const { trios, different } = differing(females, males, foals, ['brindle'])
  t.equal(trios, 30)
  t.same(different.slice(0, 3), [])
  t.end()
})
