/**
 * Every phenotype that some genotype of a rule set can have, found from the compiled tables without listing
 * genotypes: tables that share a locus or a token are walked together over all classes of their loci, tables
 * that share nothing are independent, so their results combine freely.
 * Guarantees: complete and exact as far as a locus's classes are (test/model holds them complete).
 */
import { atomsAt } from '../../src/model/compile/fill-table.js'
import { classOf, spaceOfLocus } from '../../src/model/compile/classes.js'
import type { CompiledTable, Model, Outcome } from '../../src/model/model.js'
import type { EngineRule } from '../../src/model/compile/engine.js'
import type { Dosage } from '../../src/model/compile/predicate.js'
import { resolvePredicate } from '../../src/model/compile/resolve.js'
import { outcomesBy } from '../../src/model/phenotype/phenotype.js'

/**
 * One outcome for each table that gives or hides a token, in table order; each reachable effect once.
 * The other tables cannot change what is seen. Where one cluster hides everything, what the others give is not
 * seen, so one combination of theirs stands for all.
 * @param isWanted outcomes with other tokens are left out
 */
export function* reachableOutcomes(
  model: Model,
  isWanted: (token: string) => boolean = () => true,
): Generator<readonly Outcome[]> {
  const visible = model.tables.filter(({ source }) =>
    source.rules.some(({ then, hides }) => then.length > 0 || hides === 'all' || hides.length > 0),
  )
  const clusters = clustersOf(visible).map((tables) =>
    outcomesOfCluster(model, tables).filter((placed) =>
      placed.every(([, { tokens }]) => tokens.every(isWanted)),
    ),
  )
  // The cluster that can hide goes first, so that its hiding outcomes are not combined with everything.
  clusters.sort((a, b) => Number(b.some(hidesAll)) - Number(a.some(hidesAll)))
  yield* combine(clusters, [])
}

/**
 * One variant for all that a name tells apart by their number alone: names of the others differ in that number.
 * @returns the token that stands for another one
 */
export function variantForAll({ source }: Model): (token: string) => string {
  const variants = source.locales[0]?.variants ?? []
  const standsFor = variants.flatMap(({ one }) => one.map((token) => [token, one.at(-1) ?? token] as const))
  const known = new Map(standsFor)
  return (token) => known.get(token) ?? token
}

type Placed = readonly (readonly [number, Outcome])[]

function* combine(clusters: readonly (readonly Placed[])[], chosen: Placed): Generator<readonly Outcome[]> {
  const [own, ...rest] = clusters
  if (own === undefined) {
    yield [...chosen].sort(([a], [b]) => a - b).map(([, outcome]) => outcome)
    return
  }
  for (const more of hidesAll(chosen) ? own.slice(0, 1) : own) yield* combine(rest, [...chosen, ...more])
}

function hidesAll(placed: Placed): boolean {
  return placed.some(([, outcome]) => outcome.fired.some((rule) => rule.hides === 'all'))
}

/** Tables joined where they read one locus, or one asks for a token that the other gives. */
function clustersOf(tables: readonly CompiledTable[]): readonly (readonly CompiledTable[])[] {
  const clusters: CompiledTable[][] = []
  for (const table of tables) {
    const joined = clusters.filter((cluster) => cluster.some((other) => areJoined(table, other)))
    for (const cluster of joined) clusters.splice(clusters.indexOf(cluster), 1)
    clusters.push([...joined.flat(), table])
  }
  return clusters.map((cluster) => cluster.sort((a, b) => a.index - b.index))
}

function areJoined(table: CompiledTable, other: CompiledTable): boolean {
  const asked = [...table.tokens, ...other.tokens].map(({ token }) => token)
  const given = [table, other].flatMap(({ source }) => source.rules.flatMap((rule) => rule.then))
  const loci = table.columns.map((column) => column.locus)
  return (
    other.columns.some((column) => loci.includes(column.locus)) ||
    asked.some((token) => given.includes(token))
  )
}

function outcomesOfCluster(
  model: Model,
  tables: readonly CompiledTable[],
): readonly (readonly (readonly [number, Outcome])[])[] {
  const loci = model.loci.filter((locus) =>
    tables.some(({ columns }) => columns.some((c) => c.locus === locus.index)),
  )
  const rules = tables
    .flatMap(({ source }) => source.rules)
    .map((row): EngineRule => ({
      id: row.id,
      token: row.token,
      noToken: row.noToken,
      conditions: Object.entries(row.when).flatMap(([key, predicate]) => {
        const locus = model.loci.find((each) => each.key === key)
        const condition =
          locus === undefined
            ? undefined
            : resolvePredicate(predicate, { locus, row, pointer: '', diagnostics: [] })
        return condition === undefined ? [] : [{ locus: key, condition }]
      }),
    }))
  let horses: readonly ReadonlyMap<number, Dosage>[] = [new Map()]
  for (const locus of loci) {
    const classes = spaceOfLocus(locus, atomsAt(locus.key, rules))
    horses = horses.flatMap((horse) =>
      classes.map(({ dosage }) => new Map([...horse, [locus.index, dosage]])),
    )
  }
  const found = new Map<string, readonly (readonly [number, Outcome])[]>()
  for (const horse of horses) {
    const outcomes = outcomesBy(tables, (column) => classOf(column, horse.get(column.locus) as Dosage))
    const effect = outcomes.map(({ fired }) => fired.map(({ then, hides, but }) => [then, hides, but]))
    const byTable = outcomes.map((outcome, i) => [tables[i]?.index ?? 0, outcome] as const)
    found.set(JSON.stringify(effect), byTable)
  }
  return [...found.values()]
}
