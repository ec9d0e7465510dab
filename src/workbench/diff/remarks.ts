/**
 * Tables that say something else beside the name: notes, health, what is carried, what is reported; how many
 * genotypes that touches, table by table.
 * Guarantees: exact over every genotype that both rule sets know.
 */
import type { Outcome } from '../../model/model.js'
import type { RuleRow } from '../../rules/tables.js'
import { remarksOf } from '../check/wording.js'
import { countGenotypes } from '../../model/space/space.js'
import type { JointModel } from './joint-model.js'

export function compareRemarks(joint: JointModel) {
  const speaking = joint.model.tables.filter(({ source }) =>
    source.rules.some((rule) => remarksWith(rule).length > 0),
  )
  const names = [...new Set(speaking.map((table) => table.name))]
  return names.flatMap((name) => {
    const space = joint.survey(remarkText, name)
    const unchanged = countGenotypes(space, ({ before, after }) => before === after)
    const changed = countGenotypes(space) - unchanged
    return changed === 0n ? [] : [{ table: name, genotypes: changed }]
  })
}

function remarkText(outcomes: readonly Outcome[]): string {
  const remarks = outcomes.flatMap(({ fired }) => fired.flatMap(remarksWith))
  return [...new Set(remarks)].sort().join('\n')
}

/** What a rule says beside the coat, and how often it shows. */
function remarksWith(rule: RuleRow): readonly string[] {
  const { penetrance } = rule
  return [...remarksOf(rule), ...(penetrance === undefined ? [] : [`penetrance ${penetrance}`])]
}
