/**
 * `coats.genotypesOf`: from a name to all genotypes of the coats that it means, exactly.
 */
import t from 'tap'
import type { HorseGenotype } from '../../src/model/model.js'
import { createCoatSets } from '../../src/model/coat-sets/coat-sets.js'
import { ask } from '../../src/operations/ask.js'
import { ClientError } from '../../src/operations/client-error.js'
import { genotypesOf } from '../../src/operations/genotypes-of/operation.js'
import { readGenotyped } from '../../src/operations/read/animal.js'
import { coatsOfParts, partsOfSpace, tokensKey } from '../../src/operations/space-coats.js'
import { CAT, openExample } from '../examples/example-sets.js'
import { shippedRuleset } from '../phenotypes/shipped.js'
import { anyAnimal, failedTrips, productsWith, randomFrom, readingsOf } from './genotype-trips.js'

const ruleset = await shippedRuleset()

/** Every genotype of six genes with two alleles each. */
function closedSpace(): readonly HorseGenotype[] {
  const genes = [
    ['base', 'extension', 'E', 'e'],
    ['base', 'agouti', 'A', 'a'],
    ['others', 'matp', 'Cr', 'n'],
    ['others', 'dun', 'D', 'nd2'],
    ['others', 'silver', 'Z', 'n'],
    ['others', 'champagne', 'Ch', 'n'],
  ] as const
  let all: readonly Record<'base' | 'others', Record<string, readonly string[]>>[] = [
    { base: {}, others: {} },
  ]
  for (const [group, gene, one, other] of genes)
    all = all.flatMap((animal) =>
      [
        [one, one],
        [one, other],
        [other, other],
      ].map((pair) => ({ ...animal, [group]: { ...animal[group], [gene]: pair } })),
    )
  return all.map((animal) => readGenotyped(ruleset, animal, '').genotype)
}

const coatOf = (animal: HorseGenotype) => ruleset.phenotypes.visible.of(animal).coat

t.test('in a closed space, the products of each name hold the genotypes that have it, and no other', (t) => {
  const space = closedSpace()
  t.equal(space.length, 3 ** 6)
  const names = new Set(space.map((animal) => ruleset.nameOf(coatOf(animal), 'en')))
  const wrong: string[] = []
  for (const name of names) {
    const [reading, ...others] = readingsOf(ruleset, name, 'en')
    if (reading === undefined || others.length > 0) wrong.push(`${name} has ${others.length + 1} readings`)
    else
      for (const animal of space) {
        const expected = ruleset.nameOf(coatOf(animal), 'en') === name ? 1 : 0
        const found = productsWith(ruleset, reading, animal)
        if (found !== expected)
          wrong.push(`${name}: ${animal.map(({ text }) => text).join(' ')} is in ${found}`)
      }
  }
  t.same(wrong, [])
  t.end()
})

t.test('the name of any coat leads to its genotypes, and these back to the name, in every language', (t) => {
  const random = randomFrom(20_261)
  const wrong = ruleset.languages.flatMap((language) => failedTrips(ruleset, language, 20, random))
  t.same(wrong, [])
  t.end()
})

t.test('a genotype that shows another coat is in no product', (t) => {
  const random = randomFrom(7)
  const animals = Array.from({ length: 60 }, () => anyAnimal(ruleset, random))
  const wrong: string[] = []
  for (const animal of animals.slice(0, 25)) {
    const name = ruleset.nameOf(coatOf(animal), 'en')
    const [reading] = readingsOf(ruleset, name, 'en')
    for (const other of animals) {
      if (reading === undefined || BigInt(reading.products) > BigInt(reading.genotypes.length)) continue
      const isSame = coatOf(other).tokens.join() === coatOf(animal).tokens.join()
      const found = productsWith(ruleset, reading, other)
      if (found !== (isSame ? 1 : 0))
        wrong.push(`${name} ${other.map(({ text }) => text).join(' ')} ${found}`)
    }
  }
  t.same(wrong, [])
  t.end()
})

t.test('the same where a locus on the sex chromosome tells coats apart', async (t) => {
  const cats = await openExample(CAT)
  const random = randomFrom(3)
  t.same(
    cats.languages.flatMap((language) => failedTrips(cats, language, 40, random)),
    [],
  )
})

t.test('counts add up to the whole space where every coat is asked for', async (t) => {
  const cats = await openExample(CAT)
  const sets = createCoatSets(cats.model, cats.genotypes)
  const wrong: string[] = []
  const counts = new Map<string, bigint>()
  const tokensBy = new Map<string, readonly string[]>()
  for (const { tokens, genotypes } of coatsOfParts(partsOfSpace(cats.model), [])) {
    const key = tokensKey(tokens)
    counts.set(key, (counts.get(key) ?? 0n) + genotypes)
    tokensBy.set(key, tokens)
  }
  for (const [key, expected] of counts) {
    const exactly = tokensBy.get(key) ?? []
    const { genotypes } = sets.showing({ exactly, has: [], lacks: [] }, 1)
    if (genotypes !== expected) wrong.push(`[${key}] ${genotypes}, not ${expected}`)
  }
  t.ok(counts.size > 100)
  t.same(wrong, [])
})

t.test('case, accents, hyphens and spelling do not matter, in any language', (t) => {
  const alike = [
    ['en', 'Grey (born bay)', 'GRAY (BORN BAY)', 'gray born-bay', 'grey   born bay'],
    ['fr', 'Gris (né bai)', 'gris ne bai', 'GRIS NÉ BAI'],
    ['de', 'Fuchs', 'fuchs', 'FUCHS'],
  ] as const
  for (const [language, ...names] of alike) {
    const [first, ...others] = names.map((name) =>
      readingsOf(ruleset, name, language).map(({ tokens }) => [...tokens].sort()),
    )
    for (const other of others) t.same(other, first)
  }
  t.end()
})

t.test('usage that goes beyond the name is covered only where it is asked for', (t) => {
  const tokensIn = (fields: object, language: string): readonly string[] => {
    const found = ask(genotypesOf, ruleset, { name: 'isabelle', ...fields }, language)
    const body = found.kind === 'job' ? found.run() : undefined
    return (body?.readings ?? []).map(({ tokens }) => [...tokens].sort().join(' '))
  }
  t.same(tokensIn({}, 'fr'), ['bay cream/1'])
  t.ok(tokensIn({ loose: true }, 'fr').includes('bay dun'))
  t.ok(tokensIn({}, 'fr-IFCE').includes('bay dun'), 'a registry means what its papers mean')
  t.end()
})

t.test('the smallest genotype shows the coat and is accepted as it stands', (t) => {
  const random = randomFrom(11)
  const wrong = Array.from({ length: 40 }, () => {
    const name = ruleset.nameOf(coatOf(anyAnimal(ruleset, random)), 'en')
    const [reading] = readingsOf(ruleset, name, 'en')
    const { smallest } = reading ?? {}
    if (smallest === undefined) return [`${name} has none`]
    const { genotype } = readGenotyped(ruleset, smallest, '', { sex: smallest.sex })
    const found = ruleset.nameOf(coatOf(genotype), 'en')
    return found === name ? [] : [`${name}: ${JSON.stringify(smallest)} is ${found}`]
  }).flat()
  t.same(wrong, [])
  t.end()
})

t.test('an answer lists at most the products asked for, and counts all', (t) => {
  const found = ask(genotypesOf, ruleset, { name: 'dominant white', limit: 3 }, 'en')
  const body = found.kind === 'job' ? found.run() : undefined
  const [reading] = body?.readings ?? []
  t.equal(reading?.genotypes.length, 3)
  t.ok(Number(reading?.products) > 100)
  t.end()
})

t.test('a name that no language has is refused with the nearest names', (t) => {
  const refusal = (fields: object): ClientError | undefined => {
    try {
      ask(genotypesOf, ruleset, { ...fields }, 'en')
      return undefined
    } catch (error) {
      if (error instanceof ClientError) return error
      throw error
    }
  }
  t.match(refusal({ name: 'buckskn' }), {
    code: 'VALIDATION_INVALID_FIELD',
    details: { field: 'name', value: 'buckskn', expected: ['buckskin'] },
  })
  t.match(refusal({}), { code: 'VALIDATION_MISSING_FIELD', details: { field: 'name', value: null } })
  t.match(refusal({ name: 'bay', limit: 1001 }), { details: { field: 'limit', value: 1001 } })
  t.match(refusal({ name: 'bay', loose: 'perhaps' }), { details: { field: 'loose', value: 'perhaps' } })
  t.match(refusal({ nam: 'bay' }), { details: { field: 'nam' } })
  t.end()
})

t.test('tokens that no animal shows together have no genotypes', (t) => {
  const [reading] = readingsOf(ruleset, 'chestnut bay', 'en')
  t.match(reading, { count: '0', products: '0', genotypes: [] })
  t.equal(reading?.smallest, undefined)
  t.end()
})
