/**
 * What is compared, checked and planned as fields of an address.
 * Guarantees: reading inverts writing; invalid values are ignored.
 */
import { factFields, listed, type Field, type ReadFacts, type ReadTokens } from '../relatives-address.js'
import { isEmpty } from '../relatives.js'
import { LONGEST_NAME } from '../herd/herd.js'
import { GOALS, type NamedFacts, type PlanState, type Wanted } from './plan.js'

export function wantedFields({ coat, has }: Wanted): readonly Field[] {
  return [
    ...(coat === '' ? [] : [['wanted', coat] as const]),
    ...(has.length === 0 ? [] : [['wanted.has', has.join(',')] as const]),
  ]
}

export function sireFields(sires: readonly NamedFacts[]): readonly Field[] {
  return sires.flatMap(({ name, ...facts }, index): readonly Field[] => {
    const field = `sire${index + 1}`
    return [...factFields(field, facts), ...(name === '' ? [] : [[`${field}.name`, name] as const])]
  })
}

export function testFields({ goal, mate, wanted }: PlanState): readonly Field[] {
  if (goal === 'carries') return []
  const mateFields = isEmpty(mate) ? [] : factFields('mate', mate, false, 'mate')
  return [['goal', goal], ...mateFields, ...wantedFields(wanted)]
}

export function readPlan(
  take: (name: string) => string | undefined,
  facts: ReadFacts,
  parts: ReadTokens,
  usual: PlanState,
): PlanState {
  const goal = take('goal')
  return {
    wanted: { coat: take('wanted') ?? '', has: parts('wanted.has') },
    sires: listed((index) => {
      const known = facts(`sire${index}`)
      return known && { ...known, name: (take(`sire${index}.name`) ?? '').slice(0, LONGEST_NAME) }
    }),
    child: facts('foal', 'foal') ?? usual.child,
    mate: facts('mate', 'mate') ?? usual.mate,
    goal: GOALS.find((each) => each === goal) ?? usual.goal,
  }
}
