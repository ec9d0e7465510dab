/**
 * What the engine finds wrong with a question, as the client reads it.
 * Guarantees: status, code, field, value and expected of each; a contradiction names both facts and the gene.
 */
import { copyText } from '../../genetics/locus.js'
import type { Contradiction, FactPlace, Unstated } from '../../inference/answer.js'
import type { Question } from '../../inference/question.js'
import type { Model, ModelLocus } from '../../model/model.js'
import { ClientError } from '../client-error.js'
import { undeterminedLoci } from './undetermined-loci.js'
import { lociBehind } from '../read/observed/genes-seen.js'
import { LEFT_OUT } from '../read/facts/tests.js'
import { UNNAMED } from '../read/population/client-figures.js'
import { quoted } from '../read/near-misses.js'

export function refuseUnstated(model: Model, question: Question, fault: Unstated): ClientError {
  const locus = model.loci[fault.locus]
  const { key = '', group = 'others' } = locus ?? {}
  const who = namesOf(question, fault.animals)
  const what =
    question.population === undefined
      ? `${group}.${key} of ${who} is not known, and without a population nothing tells how frequent its alleles are`
      : `${populationOf(question)} has no figures for ${key}, which is not known of ${who}`
  return refusePopulation(model, question, fault.locus, what, `${group}.${key} of ${who}`)
}

/** @param known what else could be told, so that the population need not be asked */
function refusePopulation(
  model: Model,
  { population }: Question,
  locus: number,
  what: string,
  known: string,
): ClientError {
  const key = model.loci[locus]?.key ?? ''
  const counted = population?.loci.get(locus)?.length ?? 0
  const stating = [...model.populations.values()]
    .filter(({ loci }) => (loci.get(locus)?.length ?? 0) > counted)
    .map((each) => each.key)
  const elsewhere = stating.length === 0 ? '' : ` a population that has them (${stating.join(', ')}),`
  return new ClientError(
    'VALIDATION_INVALID_FIELD',
    `population ${population === undefined ? 'cannot be none here' : 'does not suffice'}: ${what}. Send ${known},${elsewhere} or figures of your own for ${key}`,
    {
      field: 'population',
      value: population?.key ?? 'none',
      expected: [...stating, figuresFor(key)],
    },
  )
}

/** A client's own population that has figures for the gene. */
function figuresFor(gene: string): object {
  const loci = { type: 'object', required: [gene] }
  return { type: 'object', required: ['loci'], properties: { loci } }
}

function namesOf({ horses }: Question, some: readonly number[]): string {
  return some.map((each) => horses[each]?.id ?? '').join(', ')
}

function populationOf({ population }: Question): string {
  return `the population ${quoted(population?.name)}`
}

export function refuseContradiction(model: Model, question: Question, found: Contradiction): ClientError {
  const { facts, locus: index, animals: involved } = found
  const locus = model.loci[index ?? -1]
  const places = facts.map((fact) => placeOf(fact, question.horses[fact.animal]?.id ?? ''))
  const told = places.map(({ field, value }) => `${field} (${value})`).join(' and ')
  const names = namesOf(question, involved)
  const figures = question.population?.loci.get(index ?? -1)
  // What nobody counted may be there all the same, so that the facts stand, and figures are wanted.
  if (
    found.population === true &&
    locus !== undefined &&
    (figures?.length ?? Infinity) < locus.source.alleles.length
  ) {
    const counted = figures?.map(({ copy }) => copyText(locus, copy)).join(', ') ?? ''
    const what = `of ${locus.key} ${populationOf(question)} has figures for ${counted} only, and ${told} cannot be without another allele`
    const isOpen = involved.some((horse) => undeterminedLoci(question, horse).includes(locus.index))
    const whose = isOpen ? names : `the parents of ${names}`
    return refusePopulation(model, question, locus.index, what, `both alleles of ${locus.key} of ${whose}`)
  }
  const reason = reasonOf(model, question, found, locus, names)
  return new ClientError(
    'VALIDATION_CONTRADICTION',
    `${found.isMinimal ? 'These facts' : 'Some of these facts, and which of them takes too long to find out,'} cannot hold together: ${told}. ${reason}`,
    {
      field: places[0]?.field ?? 'horses',
      value: places.map(({ field, value }) => `${field}: ${value}`),
      /** One of these must change. */
      expected: places.map(({ field }) => field),
    },
  )
}

function howToOpen(locus: ModelLocus | undefined): string {
  const only = locus === undefined || locus.noCopy === null ? '' : ', or ["?"] for a single copy,'
  return `Write ["?","?"]${only} for unknown alleles, or set untested: population.`
}

function reasonOf(
  model: Model,
  question: Question,
  found: Contradiction,
  locus: ModelLocus | undefined,
  names: string,
): string {
  const { population, facts, animals } = found
  const where = locus === undefined ? 'Several genes together tell' : `The gene ${locus.key} tells`
  const name = question.population?.name ?? ''
  const figures = `in the ${name === UNNAMED ? UNNAMED : `figures of ${name}`} the frequency of an allele that ${names} would need is 0`
  if (population === undefined) return `${where}: by descent, or since ${figures}.`
  if (population) return `${where}: ${figures}.`
  const [fact, ...others] = facts
  if (fact?.kind === 'seen' && others.length === 0) {
    const genes = genesLeftOut(model, question, fact.animal)
    const advice =
      genes.length === 0 ? '' : ` Left out, and so wild type: ${genes.join(', ')}. ${howToOpen(locus)}`
    return `No animal with the genes left open here shows such a coat.${advice}`
  }
  const opening = facts.some((each) => each.kind === 'test' && each.text.startsWith(LEFT_OUT))
    ? ` ${howToOpen(locus)}`
    : ''
  const advice = `${opening}${adviceOnAge(model, found, locus)}`
  if (animals.length > 1)
    return `${where}: what an animal has comes from its parents, one copy from each that has one, and no genotypes of ${names} fit that.${advice}`
  return `${where}: ${names} has no genotype that fits all of them.${advice}`
}

/** Where a coat was seen, and the gene gives something that comes with age: the coat may be an earlier one. */
function adviceOnAge(model: Model, { facts }: Contradiction, locus: ModelLocus | undefined): string {
  const acquired = new Set(model.source.looks.flatMap((look) => look.acquired ?? []))
  const seen = facts.find(({ kind }) => kind === 'seen')
  if (seen?.kind !== 'seen' || locus === undefined || !lociBehind(model, acquired).includes(locus)) return ''
  if (seen.field.endsWith('.born')) return ''
  const born = `${seen.field.replace(/\.coat$/, '')}.born`
  return ` What ${locus.key} gives comes with age: send the coat as ${born} if it was seen before that.`
}

/** Genes behind what was seen of which nobody in the question speaks: of several readings those of the one with the fewest. */
function genesLeftOut(model: Model, { horses }: Question, horse: number): readonly string[] {
  const coats = horses[horse]?.seen.flatMap((seen) => seen.coats) ?? []
  const leftOut = coats.map(({ exactly = [], has }) =>
    lociBehind(model, new Set([...exactly, ...has])).filter(
      ({ index }) => !horses.some(({ tests }) => tests.has(index)),
    ),
  )
  const [fewest = []] = leftOut.sort((a, b) => a.length - b.length)
  return fewest.map(({ group, key }) => `${group}.${key}`)
}

function placeOf(fact: FactPlace, id: string) {
  if (fact.kind === 'test' || fact.kind === 'seen') return { field: fact.field, value: fact.text }
  return { field: id, value: fact.kind === 'alive' ? 'lives' : 'alleles declared to lie together' }
}
