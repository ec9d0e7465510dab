/**
 * What the engine finds wrong with a question, as the client reads it.
 * Guarantees: status, code, field, value and expected of each; a contradiction names both facts and the gene.
 */
import type { Contradiction, FactPlace, Fault } from '../../inference/answer.js'
import type { Question } from '../../inference/question.js'
import type { Model } from '../../model/model.js'
import { ContractError } from '../contract-error.js'
import { invalidField } from '../request/refusals.js'

/** How animals are called where they have no id of their own: mother, father. */
export function refuseFault(model: Model, { horses, population }: Question, fault: Fault): ContractError {
  const idsOf = (some: readonly number[]): string => some.map((each) => horses[each]?.id ?? '').join(', ')
  switch (fault.kind) {
    case 'unstated': {
      const { key = '', group = 'others' } = model.loci[fault.locus] ?? {}
      const who = idsOf(fault.horses)
      const none = population === undefined
      const what = none
        ? `${group}.${key} of ${who} is not known, and there is no population to tell how frequent its alleles are`
        : `the population ${population.key} has no figures for ${key}, which is not known of ${who}`
      const stating = [...model.populations.values()]
        .filter(({ loci }) => loci.has(fault.locus))
        .map((each) => each.key)
      return new ContractError(
        'VALIDATION_INVALID_FIELD',
        `${none ? 'population' : `population cannot be ${population.key} here`}: ${what}; name its alleles, choose another population, or send figures of your own`,
        {
          field: 'population',
          value: population?.key ?? 'none',
          expected: [...stating, `an object with figures for ${key}`, `${group}.${key} of ${who}`],
        },
      )
    }
    case 'too-many-horses':
      return new ContractError('RESULT_TOO_LARGE', `A question holds at most ${fault.most} animals`, {
        field: 'horses',
        value: fault.horses,
        expected: [`at most ${fault.most} animals`],
      })
    case 'circle':
      return invalidField(`horses.${fault.horses[0] ?? 0}`, idsOf(fault.horses), [
        'animals of which none is its own ancestor',
      ])
    case 'sex':
      return invalidField(`horses.${fault.horse}.sex`, horses[fault.horse]?.sex, [
        'a sex that fits its foals',
      ])
  }
}

export function refuseContradiction(
  model: Model,
  { horses, population }: Question,
  found: Contradiction,
): ContractError {
  const { facts, locus, horses: involved } = found
  const gene = locus === undefined ? undefined : model.loci[locus]?.key
  const places = facts.map((fact) => placeOf(fact, horses[fact.horse]?.id ?? ''))
  const names = involved.map((each) => horses[each]?.id ?? '').join(', ')
  const reason = reasonOf(found, gene, names, population?.key)
  const told = places.map(({ field, value }) => `${field} (${value})`).join(' and ')
  return new ContractError(
    'VALIDATION_CONTRADICTION',
    `These facts cannot hold together: ${told}. ${reason}`,
    {
      field: places[0]?.field ?? 'horses',
      value: places.map(({ field, value }) => `${field}: ${value}`),
      expected: [reason],
    },
  )
}

function reasonOf(
  { population, facts, horses }: Contradiction,
  gene: string | undefined,
  names: string,
  key = '',
): string {
  const where = gene === undefined ? 'Several genes together tell' : `The gene ${gene} tells`
  if (population) return `${where}: the population ${key} has no copy that ${names} would need.`
  if (facts.length === 1 && facts[0]?.kind === 'seen')
    return 'No animal with the genes left open here shows such a coat.'
  if (horses.length > 1) return `${where}: each parent of ${names} hands on one of its two copies.`
  return `${where}: ${names} has no genotype that fits all of them.`
}

interface Place {
  readonly field: string
  readonly value: string
}

function placeOf(fact: FactPlace, id: string): Place {
  if (fact.kind === 'test' || fact.kind === 'seen') return { field: fact.field, value: fact.text }
  return { field: id, value: fact.kind === 'alive' ? 'lives' : 'alleles declared to lie together' }
}
