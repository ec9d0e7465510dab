/**
 * What people who read the survivors said of them, by mutant id, in verdicts.yaml.
 * Guarantees: a verdict is one of two words with a reason; unknown ids are kept apart, never lost.
 */
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

export interface Verdict {
  /** equivalent: it changes nothing for any genotype. open: an example is missing, and why it stays so. */
  readonly verdict: 'equivalent' | 'open'
  readonly why: string
}

export function readVerdicts(file: URL): ReadonlyMap<string, Verdict> {
  const groups = parse(readFileSync(file, 'utf8')) as readonly (Verdict & {
    readonly mutants: readonly string[]
  })[]
  return new Map(
    groups.flatMap(({ verdict, why, mutants }) => {
      if (verdict !== 'equivalent' && verdict !== 'open') throw new Error(`${String(verdict)}: no verdict`)
      return mutants.map((id) => [id, { verdict, why }] as const)
    }),
  )
}
