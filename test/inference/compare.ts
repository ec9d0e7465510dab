/**
 * The engine's answers to a question against plain enumeration.
 */
import type { Ruleset } from '../../src/operations/ruleset.js'
import { atLeastOne } from '../../src/inference/foal-chances.js'
import type { CoatAnswer } from '../../src/inference/answer.js'
import type { Inference } from '../../src/inference/create-inference.js'
import { enumerate } from './brute-force.js'
import type { Random, RandomQuestion } from './random-questions.js'

/** @returns how much they differ at most; throws where one answers and the other does not */
export function difference(
  ruleset: Ruleset,
  inference: Inference,
  { question, open }: RandomQuestion,
  random: Random,
): { readonly most: number; readonly contradicts: boolean } {
  const expected = enumerate(ruleset, question, open)
  const study = inference.study(question)
  if (study.fault !== undefined) throw new Error(`a fault: ${JSON.stringify(study.fault)}`)
  const evidence = study.evidence().run()
  // What the facts settle counts as certain; plain enumeration calls it impossible.
  if (evidence.unheardOf.length > 0) return { most: 0, contradicts: false }
  if ((evidence.contradiction === undefined) !== expected.evidence > 0)
    throw new Error(`evidence ${evidence.log10}, expected ${Math.log10(expected.evidence)}`)
  if (evidence.contradiction !== undefined) return { most: 0, contradicts: true }
  let most = 0
  const compare = (
    what: string,
    own: ReadonlyMap<string, number>,
    theirs: ReadonlyMap<string, number>,
  ): void => {
    for (const key of new Set([...own.keys(), ...theirs.keys()])) {
      const off = Math.abs((own.get(key) ?? 0) - (theirs.get(key) ?? 0))
      if (off > 1e-9) throw new Error(`${what} ${key}: ${own.get(key)}, expected ${theirs.get(key)}`)
      most = Math.max(most, off)
    }
  }
  // A convention has no probability of what it assumes.
  const isMeasured = question.population?.convention === undefined
  compare(
    'evidence',
    new Map([['log10', isMeasured ? evidence.log10 : Math.log10(expected.evidence)]]),
    new Map([['log10', Math.log10(expected.evidence)]]),
  )
  question.horses.forEach((_, horse) => {
    for (const { locus, pairs } of study.genotypes(horse, open).run()) {
      const own = new Map(pairs.map(({ pair, probability }) => [pair.join(' '), probability]))
      compare(`horse ${horse} at ${locus}`, own, expected.genotypes(horse, locus))
    }
  })
  const any = Math.floor(random() * question.horses.length)
  compare(`coats of ${any}`, coatsIn(study.coatsOf(any).run()), expected.coatsOf(any))
  const among = (sex: string): readonly number[] =>
    question.horses.flatMap((horse, h) => (horse.sex === sex ? [h] : []))
  const [mother] = among('female')
  const [father] = among('male')
  if (mother !== undefined && father !== undefined) {
    const foals = expected.foal(mother, father)
    compare('foals', coatsIn(study.foal(mother, father).run()), foals)
    const wanted = { exactly: undefined, has: [], lacks: [pickFrom(tokensOf(ruleset), random)] }
    const some = random() < 0.5 ? wanted : { ...wanted, has: wanted.lacks, lacks: [] }
    const one = atLeastOne(study.severalFoals(mother, father, [some]).run(), 3)
    compare(
      'one of three',
      new Map([['one', one]]),
      new Map([['one', expected.oneOf(mother, father, 3, some)]]),
    )
  }
  return { most, contradicts: false }
}

export function coatsIn({ list }: CoatAnswer): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  for (const { coat, probability } of list()) found.set(coat.key, (found.get(coat.key) ?? 0) + probability)
  return found
}

function tokensOf({ model }: Ruleset): readonly string[] {
  return [...new Set(model.tables.flatMap(({ outcomes }) => outcomes.flatMap(({ tokens }) => tokens)))]
}

function pickFrom(items: readonly string[], random: Random): string {
  return items[Math.floor(random() * items.length)] ?? ''
}
