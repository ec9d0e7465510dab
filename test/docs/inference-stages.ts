/**
 * A small partly tested pair as it goes through the stages of inference, as data: what docs/architecture/infer.md shows.
 * Guarantees: every value is computed by the stages themselves; numbers have six significant digits.
 */
import { createReadFacts } from '../../src/inference/facts/facts.js'
import { pairsIn } from '../../src/inference/facts/pair-sets.js'
import type { LocusCopies } from '../../src/inference/facts/copies.js'
import { createNetwork } from '../../src/inference/network/network.js'
import { DOUBLE } from '../../src/inference/network/numbers.js'
import { cheapestOrder, factorsMultiplied } from '../../src/inference/planning/elimination-order.js'
import type { Variable } from '../../src/inference/planning/factor-shape.js'
import { createPosterior } from '../../src/inference/posterior/posterior.js'
import type { KnownHorse } from '../../src/inference/question.js'
import type { InferAnswer } from '../../src/operations/infer/infer.js'
import type { Ruleset } from '../../src/operations/ruleset.js'
import { coatsOf } from '../support/coats.js'
import { copyName, horse, locusOf, populationOf, seen, tested } from '../inference/questions.js'

/** The genes that the example is about; all others are wild type. */
const GENES = ['extension', 'agouti']
const [MARE, STALLION, FOAL] = [0, 1, 2]
const NAMES = ['mare', 'stallion', 'foal']

const BODY = {
  horses: [
    {
      id: 'mare',
      base: { extension: ['?', '?'], agouti: ['A', 'A'] },
      seen: { coat: 'bay', certain: true },
    },
    { id: 'stallion', base: { extension: ['e', 'e'], agouti: ['A', 'A'] } },
  ],
  population: { loci: { extension: { counts: { E: 41, e: 119 } } }, others: 'wild-type' },
  ask: [{ genotype: 'mare' }, { foal: ['mare', 'stallion'] }],
  lang: 'en',
}

/** The same as the engine receives it. */
function questionOf(ruleset: Ruleset) {
  const horses: readonly KnownHorse[] = [
    horse('mare', {
      sex: 'female',
      tests: tested(ruleset, { extension: ['?', '?'], agouti: ['A', 'A'] }),
      seen: [seen({ exactly: ['bay'] })],
    }),
    horse('stallion', { sex: 'male', tests: tested(ruleset, { extension: ['e', 'e'], agouti: ['A', 'A'] }) }),
  ]
  return { horses, population: populationOf(ruleset, { extension: { E: 41, e: 119 } }, 'wild-type') }
}

/** One object for each JSON block of the page, in its order. */
export function stagesOf(ruleset: Ruleset): readonly object[] {
  const facts = createReadFacts(ruleset, Infinity)(questionOf(ruleset))
  const { reading, byFacts, evidence } = facts
  const places = GENES.map((key) => reading.copies[locusOf(ruleset, key).index] as LocusCopies)
  const pairsOf = (place: LocusCopies, set: Uint8Array): string =>
    pairsIn(set, place.copies.length)
      .map((pair) => pair.map((copy) => copyName(place.locus, place.copies[copy] ?? [])).join('/'))
      .join(' ')
  const byGene = (sets: (place: LocusCopies) => Uint8Array | undefined): object =>
    Object.fromEntries(
      places.flatMap((place) => {
        const set = sets(place)
        return set === undefined ? [] : [[place.locus.key, pairsOf(place, set)]]
      }),
    )
  const possible = ({ pairs }: typeof evidence.possible, animal: number): object =>
    byGene(({ locus }) => pairs[locus.index]?.[animal])

  const network = createNetwork(evidence)
  const group = ruleset.model.groups.findIndex(({ loci }) => loci.some(({ key }) => key === 'extension'))
  const foal = { mother: MARE, father: STALLION, sex: undefined }
  const space = network.space({ coats: true }, group)
  const place = space.places.findIndex(({ locus }) => locus.key === 'extension')
  const { factors, sizes, sizeTable, memberAt, animalOf } = network.factorsFor([space], [FOAL], foal)
  const nameOf = (variable: Variable): string =>
    `${NAMES[animalOf(variable) ?? -1]} from ${variable % 2 === 0 ? 'mother' : 'father'}`
  const textOf = (haplotype: number): string =>
    copyName(
      locusOf(ruleset, 'extension'),
      space.classes[place]?.[space.classAt(haplotype, place)]?.representative ?? [],
    )
  const valuesOf = (variable: Variable): readonly string[] => {
    const side = variable % 2 === 0 ? 0 : 1
    return (memberAt(group, animalOf(variable) ?? -1)?.haplotypes[side]() ?? []).map(textOf)
  }
  const factorsBuilt = factors.map(({ build }) => {
    const { variables, columns, values } = build(DOUBLE, evidence.priors)
    const rowText = (row: number): string =>
      variables.map((variable, v) => valuesOf(variable)[columns[v]?.[row] ?? 0]).join(' ')
    const rows = Array.from(values, (value, row) => [rowText(row), digits(value)])
    return { variables: variables.map(nameOf), rows: Object.fromEntries(rows) as object }
  })

  const query = memberAt(group, FOAL)?.variables ?? []
  const multiplied = factorsMultiplied(sizes, factors.length, query)
  const order = cheapestOrder(sizeTable(), factors, query, multiplied, Infinity)

  const posterior = createPosterior(network)
  const joint = posterior
    .joint(DOUBLE, { group, groups: [group], purpose: { coats: true }, animals: [FOAL], foal })
    .plan(Infinity)
  const totals = posterior.total(DOUBLE).map(({ plan }) => plan(Infinity).run())
  const probability = totals.reduce((product, { value, log10 }) => product * value * 10 ** log10, 1)
  return [
    BODY,
    {
      copies: Object.fromEntries(
        places.map(({ locus, copies }) => [locus.key, copies.map((copy) => copyName(locus, copy))]),
      ),
      priors: Object.fromEntries(
        places.map(({ locus }) => [
          locus.key,
          facts.priors[locus.index]?.map(
            ({ numerator, denominator }) => Number(numerator) / Number(denominator),
          ),
        ]),
      ),
      facts: reading.facts.map(({ place: { animal, kind }, test, constraints }) => ({
        animal: NAMES[animal],
        kind,
        ...(test === undefined
          ? {
              rectangles: constraints
                .flat()
                .map((rectangle) => byGene(({ locus }) => rectangle.get(locus.index))),
            }
          : { pairs: byGene(({ locus }) => (locus.index === test.locus ? test.allowed : undefined)) }),
      })),
      possible: {
        by_facts: { mare: possible(byFacts.possible, MARE), stallion: possible(byFacts.possible, STALLION) },
        under_priors: {
          mare: possible(evidence.possible, MARE),
          stallion: possible(evidence.possible, STALLION),
        },
      },
    },
    {
      variables: Object.fromEntries(
        [...sizes.keys()].map((variable) => [nameOf(variable), valuesOf(variable)]),
      ),
      factors: factorsBuilt,
    },
    {
      query: query.map(nameOf),
      steps: order.steps.map(({ factors: own, keep }) => ({ factors: own, keep: keep.map(nameOf) })),
      cost: { operations: digits(joint.operations), products: joint.products, factor_rows: joint.factorRows },
    },
    {
      joint: Object.fromEntries(
        joint.run().rows.map(({ haplotypes, weight }) => [haplotypes.map(textOf).join(' '), digits(weight)]),
      ),
      probability_of_evidence: digits(probability),
    },
    shownOf(coatsOf(ruleset).answer('coats.infer', BODY, 'en') as InferAnswer),
  ]
}

/** What the page shows of the answer. */
function shownOf({ answers, evidence }: InferAnswer): object {
  const shown = answers.map((answer) => {
    if (answer.ask === 'genotype') return { genotypes: answer.genotypes }
    if (answer.ask !== 'foal') return {}
    const results = answer.results.map(({ coat, percentage, percentage_band }) => ({
      coat,
      percentage,
      percentage_band,
    }))
    return { results }
  })
  return { answers: shown, evidence }
}

function digits(value: number): number {
  return Number(value.toPrecision(6))
}
