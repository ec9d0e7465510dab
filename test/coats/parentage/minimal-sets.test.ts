/**
 * Sets of facts that exclude a parentage, compared with enumeration: every genotype of a foal, a mother and a father over three
 * genes, in which each fact holds or does not.
 */
import t from 'tap'
import { checked, coats } from './asked.js'

type Genotype = Readonly<Record<string, readonly [string, string]>>
interface Fact {
  readonly field: string
  readonly animal: number
  readonly holds: (genotype: number) => boolean
}

const GENES = { extension: ['E', 'e'], agouti: ['A', 'a'], grey: ['G', 'n'] } as const
const ROLES = ['foal', 'mother', 'father']
const COATS = ['bay', 'black', 'chestnut', 'grey', 'grey (born bay)', 'grey (born chestnut)']

const space: readonly Genotype[] = Object.entries(GENES).reduce<readonly Genotype[]>(
  (all, [gene, [x, y]]) =>
    all.flatMap((one) =>
      [[x, x] as const, [x, y] as const, [y, y] as const].map((pair) => ({ ...one, [gene]: pair })),
    ),
  [{}],
)
/** Genotype of the mother × of the father → the foal's possible genotypes. */
const foalsOf = space.map((mother) =>
  space.map((father) =>
    [...space.keys()].filter((foal) =>
      Object.keys(GENES).every((gene) => {
        const [a, b] = space[foal]?.[gene] ?? ['', '']
        const gives = (parent: Genotype, allele: string): boolean => parent[gene]?.includes(allele) === true
        return (gives(mother, a) && gives(father, b)) || (gives(mother, b) && gives(father, a))
      }),
    ),
  ),
)
const coatOf = space.map(({ grey, ...base }) => {
  const { translate } = coats.result({ base, others: { grey } }, 'en').body
  return translate.toLowerCase()
})

function canHold(facts: readonly Fact[]): boolean {
  const possible = ROLES.map(
    (_, animal) =>
      new Set(
        [...space.keys()].filter((each) => facts.every((fact) => fact.animal !== animal || fact.holds(each))),
      ),
  )
  const [foals = new Set(), mothers = [], fathers = []] = possible
  for (const mother of mothers)
    for (const father of fathers)
      if (foalsOf[mother]?.[father]?.some((foal) => foals.has(foal)) === true) return true
  return false
}

/** A deterministic source of random numbers (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A random animal as sent, with its facts. */
function animalOf(
  random: () => number,
  animal: number,
): { readonly sent: object; readonly facts: readonly Fact[] } {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const facts: Fact[] = []
  const genes = Object.entries(GENES).map(([gene, [x, y]]) => {
    const pair = pick([
      [x, x],
      [x, y],
      [y, y],
      ['?', '?'],
      [x, '?'],
      [y, '?'],
    ])
    const group = gene === 'grey' ? 'others' : 'base'
    if (pair.some((sign) => sign !== '?'))
      facts.push({
        field: `${ROLES[animal]}.${group}.${gene}`,
        animal,
        holds: (genotype) => {
          const own = space[genotype]?.[gene] ?? []
          const [a = '', b = ''] = pair
          const known = (sign: string, allele = ''): boolean => sign === '?' || sign === allele
          return (known(a, own[0]) && known(b, own[1])) || (known(a, own[1]) && known(b, own[0]))
        },
      })
    return [gene, pair] as const
  })
  const { grey, ...base } = Object.fromEntries(genes)
  const coat = random() < 0.6 ? pick(COATS) : undefined
  if (coat !== undefined)
    facts.push({
      field: `${ROLES[animal]}.seen.coat`,
      animal,
      holds: (genotype) =>
        coat === 'grey' ? coatOf[genotype]?.startsWith('grey') === true : coatOf[genotype] === coat,
    })
  const seen = coat === undefined ? {} : { seen: { coat, certain: true } }
  return { sent: { base, others: { grey }, ...seen }, facts }
}

t.test('sets of facts that exclude a parentage cannot hold, and can without any one of them', (t) => {
  const random = randomFrom(20261129)
  const wrong: unknown[] = []
  let [asked, excluded, ofCoats] = [0, 0, 0]
  while (asked < 400) {
    const animals = ROLES.map((_, animal) => animalOf(random, animal))
    // A contradiction within one animal is another refusal.
    if (!animals.every(({ facts }) => canHold(facts))) continue
    asked += 1
    const facts = animals.flatMap((each) => each.facts)
    const [foal, mother, father] = animals.map(({ sent }) => sent)
    const answer = checked({ foal, mother, father })
    const without = (animal: number): readonly Fact[] => facts.filter((fact) => fact.animal !== animal)
    const isRight =
      answer.possible === canHold(facts) &&
      answer.if_only_mother === canHold(without(2)) &&
      answer.if_only_father === canHold(without(1)) &&
      answer.possible === (answer.excluded_by.length === 0)
    const sets = answer.excluded_by.map((set) =>
      set.facts.map(({ field }) => facts.find((each) => each.field === field)),
    )
    const areMinimal = sets.every((set) => {
      const own = set.flatMap((fact) => fact ?? [])
      return (
        own.length === set.length &&
        !canHold(own) &&
        own.every((fact) => canHold(own.filter((each) => each !== fact)))
      )
    })
    if (sets.length > 0) excluded += 1
    if (answer.excluded_by.some(({ facts: some }) => some.some(({ field }) => field.endsWith('coat'))))
      ofCoats += 1
    if (!isRight || !areMinimal) wrong.push({ foal, mother, father, answer })
  }
  t.ok(excluded > 70 && ofCoats > 35, `${excluded} of ${asked} are excluded, ${ofCoats} by coats`)
  t.same(wrong.slice(0, 2), [])
  t.end()
})
