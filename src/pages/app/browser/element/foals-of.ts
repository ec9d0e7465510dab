/**
 * Answers the question of <robe-foals>: two parents and the coats of their foals.
 * Guarantees: the answer is that of the API; at most as many foals are listed as wanted, the likeliest first.
 */
import type { Fields, Robe } from '../../library.js'
import type { FoalRow } from '../../form/foals.js'
import { choiceOf, fieldsOf, sexOf, type Choice } from '../../form/choice.js'
import { usualPopulation } from '../../form/usual-population.js'
import { AttributeFault, readParent, type ReadParent } from './read-animal.js'

export interface Asked {
  readonly dam: string
  readonly sire: string
  readonly lang: string
  /** Undefined: the usual one. */
  readonly population: string | undefined
}

export interface Parent {
  readonly coat: string
  readonly pictured: Fields
}

export interface Foals {
  readonly parents: readonly [Parent, Parent]
  readonly rows: readonly FoalRow[]
  /** Percentage of the foals that are expected to live; undefined: all. */
  readonly live: number | undefined
  /** Name of the population assumed for untested genes; undefined if every gene that matters is tested. */
  readonly assumed: string | undefined
}

/** More coats than this are not computed one by one. */
const MAX_ROWS = 1_000

export function foalsOf(robe: Robe, { dam, sire, lang, population: named }: Asked): Foals {
  const { populations } = robe.genes({ lang })
  const population = named ?? usualPopulation(populations)
  const assumed = populations.find((each) => each.population === population)
  if (assumed === undefined)
    throw new AttributeFault('notAmong', {
      name: 'population',
      value: population,
      names: populations.map((each) => each.population).join(', '),
    })
  const mother = readParent(robe, dam, 'f', lang)
  const father = readParent(robe, sire, 'm', lang)
  const isKnown = mother.isExact && father.isExact
  const grouped = mother.isSexed || father.isSexed ? 'coat,sex' : 'coat'
  const answer = robe.offspring({
    mother: mother.fields,
    father: father.fields,
    ...(isKnown ? { group_by: grouped } : { group_by: 'coat', population }),
    limit: MAX_ROWS,
    lang,
  })
  return {
    parents: [parentOf(robe, mother, 'f', population, lang), parentOf(robe, father, 'm', population, lang)],
    rows: answer.results.map((row) => ({ ...row, base: '' })),
    live: answer.live_foal_percentage,
    assumed: isKnown ? undefined : assumed.name,
  }
}

/** The picture of a foal. */
export function picturedFoal(robe: Robe, { genotype, sex }: FoalRow, lang: string): Fields {
  const { genes } = robe.genes({ lang })
  return pictured(choiceOf(genotype, genes), robe, sex ?? sexOf(genotype, genes), lang)
}

function pictured(choice: Choice, robe: Robe, sex: 'f' | 'm', lang: string): Fields {
  const { isSexed, ...fields } = fieldsOf(choice, robe.genes({ lang }).genes, sex)
  return { ...fields, ...(isSexed ? { sex } : {}), lang }
}

/** The parent's coat as it was written, or the name of its only or likeliest coat. */
function parentOf(robe: Robe, parent: ReadParent, sex: 'f' | 'm', population: string, lang: string): Parent {
  const { fields, isExact, isSexed, coat } = parent
  const sexed = isSexed ? { sex } : {}
  const answer = robe.result({ ...fields, ...sexed, ...(isExact ? {} : { population }), lang })
  if (!('results' in answer))
    return {
      coat: answer.translate,
      pictured: { base: fields['base'], others: fields['others'], ...sexed, lang },
    }
  const [first] = answer.results
  const { genes } = robe.genes({ lang })
  return {
    coat: coat === '' ? (first?.coat ?? '') : coat.slice(0, 1).toLocaleUpperCase(lang) + coat.slice(1),
    pictured: pictured(choiceOf(first?.genotype ?? {}, genes), robe, sex, lang),
  }
}
