/**
 * The same questions, the slow way: every genotype of every horse is gone through, with its probability times the likelihood of
 * the facts.
 * Guarantees: of the code that it judges it uses the gametes of one parent and the phenotype of one genotype.
 */
import { formGametes } from '../../src/genetics/gamete.js'
import { pairOf, dosageOf } from '../../src/genetics/genotype.js'
import type { Copy } from '../../src/genetics/locus.js'
import type { Ruleset } from '../../src/operations/ruleset.js'
import type { CoatPattern, CopyTerm, KnownHorse, Question } from '../../src/inference/question.js'
import { conditionHolds } from '../../src/model/compile/predicate.js'
import type { HorseGenotype, LinkageGroup, ModelLocus } from '../../src/model/model.js'
import type { RuleRow } from '../../src/rules/tables.js'

/** One copy at each locus, by locus index. */
type Genome = readonly Copy[]

interface Weighed<Value> {
  readonly value: Value
  readonly weight: number
  /** Assumed variants: usual ones, and those that are not. Only states with the fewest of the latter, then of the former, count. */
  readonly assumed?: Assumed
}

type Assumed = readonly [rare: number, usual: number]

const NONE: Assumed = [0, 0]

function plus([a, b]: Assumed, [c, d]: Assumed): Assumed {
  return [a + c, b + d]
}

function compareAssumed([a, b]: Assumed, [c, d]: Assumed): number {
  return a - c || b - d
}

export interface Enumerated {
  readonly evidence: number
  /** Of a horse at a locus: pair of copies as text → probability. */
  readonly genotypes: (horse: number, locus: number) => ReadonlyMap<string, number>
  readonly coatsOf: (horse: number) => ReadonlyMap<string, number>
  readonly foal: (mother: number, father: number) => ReadonlyMap<string, number>
  /** That at least one of so many foals has a coat that is wanted. */
  readonly oneOf: (mother: number, father: number, foals: number, wanted: CoatPattern) => number
}

type Animal = readonly [Genome, Genome]

/** @param open indices of the loci that vary; horses that are parents have a sex */
export function enumerate(ruleset: Ruleset, question: Question, open: readonly number[]): Enumerated {
  const { model } = ruleset
  const sexed = open.some((locus) => model.loci[locus]?.noCopy !== null)
  const memo = new Map<string, unknown>()
  const remembered = <Value>(key: string, make: () => Value): Value => {
    if (!memo.has(key)) memo.set(key, make())
    return memo.get(key) as Value
  }
  // Genomes are asked for far more often than there are any.
  const [known, numbers] = [new WeakMap<Genome, number>(), new Map<string, number>()]
  const numberOf = (genome: Genome): number => {
    const own = known.get(genome)
    if (own !== undefined) return own
    const text = genome.join(';')
    const number = numbers.get(text) ?? numbers.size
    numbers.set(text, number)
    known.set(genome, number)
    return number
  }
  const textOf = ([a, b]: Animal): string => `${numberOf(a)} ${numberOf(b)}`
  const genotypeOf = ([a, b]: Animal): HorseGenotype =>
    model.loci.map((locus) =>
      ruleset.genotypes.of(locus, [pairOf(a[locus.index] ?? [], b[locus.index] ?? [])]),
    )
  const phenotypeOf = (animal: Animal) =>
    remembered(`coat ${textOf(animal)}`, () => ruleset.phenotypes.of(genotypeOf(animal)))
  const coatOf = (animal: Animal) => phenotypeOf(animal).coat
  const missing = (side: 'X' | 'Y'): Genome =>
    model.loci.map(({ noCopy, wildType }) =>
      sexed && side === 'Y' && noCopy !== null ? [noCopy] : [wildType ?? 0],
    )
  const founders = (side: 'X' | 'Y'): readonly Weighed<Genome>[] =>
    remembered(`founders ${side}`, () =>
      open
        .reduce<readonly Weighed<Genome>[]>(
          (all, index) => {
            if (side === 'Y' && model.loci[index]?.noCopy !== null) return all
            return all.flatMap(({ value, weight, assumed = NONE }) =>
              foundersAt(model, question, index).map((own) => ({
                value: value.with(index, own.value),
                weight: weight * own.weight,
                assumed: plus(assumed, own.assumed ?? NONE),
              })),
            )
          },
          [{ value: missing(side), weight: 1 }],
        )
        .filter(({ weight }) => weight > 0),
    )
  const lacksX = (genome: Genome): boolean =>
    model.loci.some(({ noCopy, index }) => noCopy !== null && genome[index]?.[0] === noCopy)
  const gametes = (animal: Animal): readonly Weighed<Genome>[] =>
    remembered(`gametes ${textOf(animal)}`, () =>
      model.groups.reduce<readonly Weighed<Genome>[]>(
        (all, group) => {
          const own = groupGametes(group, animal)
          return all.flatMap(({ value, weight }) =>
            own.map((part) => {
              const whole = [...value]
              group.loci.forEach(({ index }, place) => (whole[index] = part.value[place] ?? []))
              return { value: whole, weight: weight * part.weight }
            }),
          )
        },
        [{ value: missing('X'), weight: 1 }],
      ),
    )
  const groupGametes = (group: LinkageGroup, animal: Animal): readonly Weighed<Genome>[] => {
    const [a, b] = animal.map((genome) => group.loci.map(({ index }) => genome[index] ?? []))
    const isOnlyOne = group.loci.some(({ noCopy }, i) => noCopy !== null && b?.[i]?.[0] === noCopy)
    const thousandths = group.intervals.map((rows) => {
      if (isOnlyOne) return 0
      const row = rows.find(({ when }) =>
        when.every(({ locus, condition }) => {
          const own = model.loci[locus]
          return (
            own !== undefined &&
            conditionHolds(condition, dosageOf(own, [animal[0][locus] ?? [], animal[1][locus] ?? []]))
          )
        }),
      )
      return row?.thousandths.best ?? 500
    })
    const { values, weights, total } = formGametes([[a ?? [], b ?? []]], thousandths)
    return values.map((value, i) => ({ value, weight: Number(weights[i]) / Number(total) }))
  }
  /** What a horse has from one side. */
  const handed = (
    side: 0 | 1,
    parent: Animal | undefined,
    sex: KnownHorse['sex'],
  ): readonly Weighed<Genome>[] => {
    const both = !sexed || side === 0
    if (parent === undefined) {
      if (both) return founders('X')
      if (sex !== undefined) return founders(sex === 'male' ? 'Y' : 'X')
      return (['X', 'Y'] as const).flatMap((kind) =>
        founders(kind).map((each) => ({ ...each, weight: each.weight / 2 })),
      )
    }
    const all = gametes(parent)
    if (both || sex === undefined) return all
    const own = all.filter(({ value }) => lacksX(value) === (sex === 'male'))
    return own.map(({ value, weight }) => ({ value, weight: 2 * weight }))
  }
  /** How likely the facts are of an animal with this genotype. */
  const likelihood = (horse: KnownHorse, animal: Animal): number => {
    for (const [locus, { pairs }] of horse.tests) {
      const [a = [], b = []] = [animal[0][locus], animal[1][locus]]
      const isOne = pairs.some(
        ([one, other]) => (has(one, a) && has(other, b)) || (has(one, b) && has(other, a)),
      )
      if (!isOne) return 0
    }
    const { coat, outcomes } = phenotypeOf(animal)
    if (coat.viability?.status === 'lethal') return 0
    const fired = outcomes.flatMap((outcome) => outcome.fired)
    return horse.seen.reduce(
      (product, { coats }) =>
        product * Math.min(1, total(coats.map((pattern) => described(pattern, coat.tokens, fired)))),
      1,
    )
  }
  const order = inOrder(question.horses)
  let states: Weighed<readonly Animal[]>[] = []
  let fewest: Assumed = [Infinity, Infinity]
  const walk = (place: number, animals: readonly Animal[], weight: number, assumed: Assumed): void => {
    const index = order[place]
    const horse = question.horses[index ?? -1]
    if (index === undefined || horse === undefined) {
      const difference = compareAssumed(assumed, fewest)
      if (difference < 0) states = []
      if (difference <= 0) {
        fewest = assumed
        states.push({ value: animals, weight })
      }
      return
    }
    const sex = horse.sex
    const eggs = handed(0, horse.mother === undefined ? undefined : animals[horse.mother], sex)
    const sperms = handed(1, horse.father === undefined ? undefined : animals[horse.father], sex)
    for (const egg of eggs) {
      for (const sperm of sperms) {
        const animal: Animal = [egg.value, sperm.value]
        const own = likelihood(horse, animal)
        if (own === 0) continue
        const next = animals.slice()
        next[index] = animal
        const more = plus(egg.assumed ?? NONE, sperm.assumed ?? NONE)
        walk(place + 1, next, weight * egg.weight * sperm.weight * own, plus(assumed, more))
      }
    }
  }
  walk(0, [], 1, NONE)
  const evidence = states.reduce((sum, { weight }) => sum + weight, 0)
  const mean = (
    of: (animals: readonly Animal[]) => readonly (readonly [string, number])[],
  ): ReadonlyMap<string, number> => {
    const found = new Map<string, number>()
    for (const { value, weight } of states)
      for (const [key, share] of of(value))
        found.set(key, (found.get(key) ?? 0) + (weight * share) / evidence)
    return found
  }
  const foals = (mother: Animal, father: Animal): readonly (readonly [Animal, number])[] =>
    gametes(mother).flatMap((egg) =>
      gametes(father).map((sperm) => [[egg.value, sperm.value] as const, egg.weight * sperm.weight] as const),
    )
  const at = (animals: readonly Animal[], horse: number): Animal => animals[horse] as Animal
  return {
    evidence,
    genotypes: (horse, locus) =>
      mean((animals) => {
        const animal = at(animals, horse)
        const [a, b] = animal
        const pair = (): string => pairOf(a[locus] ?? [], b[locus] ?? []).join(' ')
        return [[remembered(`pair at ${locus} ${textOf(animal)}`, pair), 1]]
      }),
    coatsOf: (horse) => mean((animals) => [[coatOf(at(animals, horse)).key, 1]]),
    foal: (mother, father) =>
      mean((animals) => {
        const [dam, sire] = [at(animals, mother), at(animals, father)]
        return remembered(`foals ${textOf(dam)} x ${textOf(sire)}`, () => {
          const found = new Map<string, number>()
          for (const [foal, weight] of foals(dam, sire)) {
            const { key } = coatOf(foal)
            found.set(key, (found.get(key) ?? 0) + weight)
          }
          return [...found]
        })
      }),
    oneOf: (mother, father, count, wanted) => {
      const shares = new Map<string, number>()
      const shareOf = (dam: Animal, sire: Animal): number =>
        foals(dam, sire).reduce(
          (sum, [foal, weight]) => (shows(wanted, coatOf(foal).tokens) ? sum + weight : sum),
          0,
        )
      const one = mean((animals) => {
        const [dam, sire] = [at(animals, mother), at(animals, father)]
        const pair = `${textOf(dam)} x ${textOf(sire)}`
        const share = shares.get(pair) ?? shareOf(dam, sire)
        shares.set(pair, share)
        return [['one', 1 - (1 - share) ** count]]
      })
      return one.get('one') ?? 0
    },
  }
}

/** The copies of a locus that a founder can have. */
function foundersAt(
  { loci }: Ruleset['model'],
  { population }: Question,
  index: number,
): readonly Weighed<Copy>[] {
  const stated = (population?.loci.get(index) ?? []).map(({ copy, best }) => ({
    value: copy,
    weight: Number(best.numerator) / Number(best.denominator),
  }))
  const { convention } = population ?? {}
  const { alleles, wildType, noCopy } = loci[index] as ModelLocus
  if (convention === undefined || (stated.length > 0 && !convention.loci.includes(index))) return stated
  const known = stated.length > 0 ? stated : [{ value: [wildType ?? 0], weight: 1 }]
  const usual = convention.usual.get(index) ?? []
  const others = [...alleles.keys()].filter(
    (allele) => allele !== noCopy && !known.some(({ value }) => value[0] === allele),
  )
  return [
    ...known,
    ...others.map((allele) => ({
      value: [allele],
      weight: 1,
      assumed: usual.includes(allele) ? ([0, 1] as const) : ([1, 0] as const),
    })),
  ]
}

function inOrder(horses: readonly KnownHorse[]): readonly number[] {
  const order: number[] = []
  while (order.length < horses.length) {
    horses.forEach(({ mother, father }, horse) => {
      const isNext = [mother, father].every((parent) => parent === undefined || order.includes(parent))
      if (isNext && !order.includes(horse)) order.push(horse)
    })
  }
  return order
}

function has(terms: readonly CopyTerm[], copy: Copy): boolean {
  return terms.some(
    (term) =>
      term.has.every((allele) => copy.includes(allele)) &&
      !term.lacks.some((allele) => copy.includes(allele)) &&
      (term.more || copy.length === term.has.length),
  )
}

/** The tokens without the numbers of variants, such as `pattern/X9`, where `pattern` is named without any number. */
function withoutNumbers(shown: readonly string[], named: readonly string[]): readonly string[] {
  return shown.filter((token) => {
    const [, trait = ''] = /^(.+)\/[A-Z]/.exec(token) ?? []
    return (
      !named.includes(trait) || named.some((each) => each.startsWith(`${trait}/`) && /\/[A-Z]/.test(each))
    )
  })
}

/** How likely an animal that shows these tokens, given by these rules, is described by the pattern. */
export function described(
  pattern: CoatPattern,
  shown: readonly string[],
  fired: readonly Pick<RuleRow, 'id' | 'then'>[],
): number {
  const { exactly, has: wanted, traits = [], weight = 1 } = pattern
  const tokens = withoutNumbers(shown, [...(exactly ?? wanted), ...traits.map(({ token }) => token)])
  // Each trait that is there and not named is missed; then what is left must be what was described.
  const hidden = traits.filter(({ token }) => tokens.includes(token) && !(exactly ?? wanted).includes(token))
  const left = tokens.filter((token) => !hidden.some((trait) => trait.token === token))
  if (!shows(pattern, left)) return 0
  return traits.reduce((product, { token, misses }) => {
    if (!tokens.includes(token)) return product
    const own = fired
      .filter(({ then }) => then.includes(token))
      .map(({ id }) => misses.find(({ by }) => by === undefined || by.includes(id)))
    const isHidden = hidden.some((trait) => trait.token === token)
    if (own.includes(undefined)) return isHidden ? 0 : product
    const chances = [...new Set(own)].map((miss) => miss?.chance)
    const missed = chances.map((chance) => chance ?? 1).reduce((all, chance) => all * chance, 1)
    if (isHidden) return product * missed
    return chances.includes(undefined) ? product : product * (1 - missed)
  }, weight)
}

function total(terms: readonly number[]): number {
  return terms.reduce((sum, term) => sum + term, 0)
}

export function shows({ exactly, has: wanted, lacks }: CoatPattern, tokens: readonly string[]): boolean {
  if (exactly !== undefined && [...exactly].sort().join() !== [...tokens].sort().join()) return false
  return wanted.every((token) => tokens.includes(token)) && !lacks.some((token) => tokens.includes(token))
}
