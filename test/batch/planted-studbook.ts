/**
 * A studbook with planted mistakes: generations of animals with genotypes, their true coats, some wrong coats and some wrong sires.
 */
import {
  createBruteForce,
  dosesOf,
  gametesOf,
  genotypeOf,
  LOCI,
  randomNumbers,
  testedCell,
  untestedCell,
  type Recorded,
} from './closed-space.js'
import type { Ruleset } from '../../src/operations/ruleset.js'

export interface PlantedOptions {
  readonly seed: number
  readonly animals: number
  readonly generations: number
  readonly wrongCoats: number
  readonly impossibleTrios: number
  /** Share of animals tested at each locus. */
  readonly tested: number
}

/** By animal; parents are -1 among founders. */
export interface PlantedStudbook {
  readonly sires: Int32Array
  readonly dams: Int32Array
  readonly coatOf: (animal: number) => string
  readonly recordOf: (animal: number) => Recorded
  readonly wrongCoats: ReadonlySet<number>
  readonly wrongSires: ReadonlySet<number>
  readonly isImpossible: (animal: number) => boolean
  readonly distinctTrios: () => number
  readonly lines: () => Generator<string>
}

/** One stallion in so many males breeds. */
const MALES_A_STALLION = 25

export function plantedStudbook(ruleset: Ruleset, options: PlantedOptions): PlantedStudbook {
  const { seed, animals, generations, wrongCoats: wrongCount, impossibleTrios, tested } = options
  const random = randomNumbers(seed)
  const pick = (count: number): number => Math.floor(random() * count)
  const brute = createBruteForce(ruleset)
  const names = [...new Set(brute.coats)]
  const coatNumbers = brute.coats.map((coat) => names.indexOf(coat))
  const size = Math.floor(animals / generations)
  const genotypes = new Uint16Array(animals)
  const coats = new Uint16Array(animals)
  const [sires, dams] = [new Int32Array(animals).fill(-1), new Int32Array(animals).fill(-1)]
  /** One bit per tested locus. */
  const tests = new Uint8Array(animals)
  const gametes = Array.from({ length: 3 ** LOCI.length }, (_, genotype) => gametesOf(genotype))
  const gameteOf = (animal: number): number => {
    const own = gametes[genotypes[animal] as number] as readonly number[]
    return own[pick(own.length)] as number
  }
  const founderGamete = (): number =>
    LOCI.reduce((sum, [, , , , frequency], locus) => sum | (random() < frequency ? 1 << locus : 0), 0)
  const isMale = (animal: number): boolean => animal % 2 === 1
  /** A stallion, or a mare, of the generation before. */
  const stallionBefore = (generation: number): number =>
    (generation - 1) * size + (pick(size / 2 / MALES_A_STALLION) * 2 * MALES_A_STALLION + 1)
  const mareBefore = (generation: number): number => (generation - 1) * size + pick(size / 2) * 2
  const generationOf = (animal: number): number => Math.min(Math.floor(animal / size), generations - 1)
  for (let animal = 0; animal < animals; animal++) {
    const generation = generationOf(animal)
    let pair: [number, number] = [founderGamete(), founderGamete()]
    if (generation > 0) {
      sires[animal] = stallionBefore(generation)
      dams[animal] = mareBefore(generation)
      pair = [gameteOf(sires[animal] as number), gameteOf(dams[animal] as number)]
    }
    genotypes[animal] = genotypeOf(...pair)
    coats[animal] = coatNumbers[genotypes[animal] as number] as number
    LOCI.forEach((_, locus) => {
      if (random() < tested) tests[animal] = (tests[animal] as number) | (1 << locus)
    })
  }
  const allDoses = Array.from({ length: 3 ** LOCI.length }, (_, genotype) => dosesOf(genotype))
  const recordOf = (animal: number): Recorded => ({
    coat: names[coats[animal] as number] as string,
    doses: LOCI.map((_, locus) =>
      ((tests[animal] as number) >> locus) & 1 ? allDoses[genotypes[animal] as number]?.[locus] : undefined,
    ),
  })
  const EMPTY: Recorded = { coat: '', doses: [] }
  const isImpossible = (animal: number): boolean => {
    const [sire, dam] = [sires[animal] as number, dams[animal] as number]
    if (sire < 0 || dam < 0) return false
    const trio = [animal, sire, dam].map((each) => {
      const own = recordOf(each)
      // Entries that contradict each other are not used: then every genotype fits.
      return brute.isConsistent(own) ? own : EMPTY
    })
    if (trio.includes(EMPTY)) return impossibleWithout(trio as [Recorded, Recorded, Recorded])
    return !brute.isPossible(...(trio as [Recorded, Recorded, Recorded]))
  }
  /** With unknown animals, of which any coat holds. */
  const impossibleWithout = ([foal, sire, dam]: readonly [Recorded, Recorded, Recorded]): boolean => {
    if (foal === EMPTY) return false
    const anyOf = (own: Recorded): readonly Recorded[] =>
      own === EMPTY ? names.map((coat) => ({ coat, doses: LOCI.map(() => undefined) })) : [own]
    return !anyOf(sire).some((one) => anyOf(dam).some((other) => brute.isPossible(foal, one, other)))
  }
  const wrongSires = new Set<number>()
  for (let tries = 0; wrongSires.size < impossibleTrios && tries < impossibleTrios * 10_000; tries++) {
    const animal = size + pick(animals - size)
    if (wrongSires.has(animal)) continue
    const before = sires[animal] as number
    sires[animal] = stallionBefore(generationOf(animal))
    if (isImpossible(animal)) wrongSires.add(animal)
    else sires[animal] = before
  }
  const wrongCoats = new Set<number>()
  while (wrongCoats.size < wrongCount) {
    const animal = pick(animals)
    const other = coats[pick(animals)] as number
    if (wrongCoats.has(animal) || other === coats[animal]) continue
    coats[animal] = other
    wrongCoats.add(animal)
  }
  const idOf = (animal: number): string => (animal < 0 ? '' : `H${String(animal).padStart(7, '0')}`)
  function* lines(): Generator<string> {
    yield `id,sire,dam,sex,birth_date,coat,${LOCI.map(([gene]) => gene).join(',')}\n`
    for (let animal = 0; animal < animals; animal++) {
      const { coat, doses } = recordOf(animal)
      const cells = doses.map((dose, locus) =>
        dose === undefined ? untestedCell(locus) : testedCell(locus, dose),
      )
      const year = 1950 + 5 * generationOf(animal)
      yield `${idOf(animal)},${idOf(sires[animal] as number)},${idOf(dams[animal] as number)},${isMale(animal) ? 'm' : 'f'},${year},${coat},${cells.join(',')}\n`
    }
  }
  return {
    sires,
    dams,
    coatOf: (animal) => names[coats[animal] as number] as string,
    recordOf,
    wrongCoats,
    wrongSires,
    isImpossible,
    distinctTrios: brute.distinct,
    lines,
  }
}
