/**
 * Tables that say something else beside the name: notes, health, what is carried, what is reported; how many
 * genotypes that touches, table by table.
 * Guarantees: exact over every genotype that both rule sets know.
 */
import type { CompiledTable, Outcome } from '../../model/model.js'
import { surveySpace } from '../../model/space/space.js'
import type { RuleRow } from '../../rules/tables.js'
import { remarksOf } from '../check/wording.js'
import { plainToken, type JointModel } from './joint.js'

export interface RemarkChange {
  readonly table: string
  readonly genotypes: bigint
}

export function compareRemarks(joint: JointModel): readonly RemarkChange[] {
  const speaking = joint.model.tables.filter(({ source }) =>
    source.rules.some((rule) => toldBy(rule).length > 0),
  )
  const names = [...new Set(speaking.map((table) => table.name))]
  return names.flatMap((name) => {
    const told = (outcomes: readonly Outcome[], tables: readonly CompiledTable[], after: boolean): string =>
      tellings(
        outcomes.filter((_, i) => {
          const table = tables[i]
          return table?.name === name && joint.isAfter(table) === after
        }),
      )
    const space = surveySpace(joint.model, {
      only: (table) => table.name === name,
      among: joint.common,
      sameToken: plainToken,
      tellApart: (outcome) => tellings([outcome]),
      keyOf: (outcomes, tables) =>
        JSON.stringify([told(outcomes, tables, false), told(outcomes, tables, true)]),
    })
    const genotypes = space.reduce((product, each) => product * each.genotypes, 1n)
    // A table and its successor stand in one component, so the others only multiply.
    const same = space.reduce(
      (product, { parts, tables }) =>
        product *
        parts
          .filter(({ outcomes }) => told(outcomes, tables, false) === told(outcomes, tables, true))
          .reduce((sum, part) => sum + part.genotypes, 0n),
      1n,
    )
    return genotypes === same ? [] : [{ table: name, genotypes: genotypes - same }]
  })
}

function tellings(outcomes: readonly Outcome[]): string {
  const told = outcomes.flatMap(({ fired }) => fired.flatMap(toldBy))
  return [...new Set(told)].sort().join('\n')
}

function toldBy(rule: RuleRow): readonly string[] {
  const { penetrance } = rule
  return [...remarksOf(rule), ...(penetrance === undefined ? [] : [`penetrance ${penetrance}`])]
}
