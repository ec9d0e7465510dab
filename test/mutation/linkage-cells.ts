/**
 * The cells of a linkage group: how often neighbours recombine, how sure that is, and for which parents.
 */
import type { LinkageYaml } from '../../src/rules/file-types.js'
import { replaced, shown, without, type Path, type Slip } from './cell.js'
import { predicateSlips, type LocusWords } from './predicate-slips.js'

/** The smallest difference a file can state, and one that a typist makes. */
const STEPS = [0.001, -0.001, 0.01, -0.01]
const MOST = 0.5

export function linkageSlips(value: LinkageYaml, loci: ReadonlyMap<string, LocusWords>): readonly Slip[] {
  return value.recombination.flatMap((row, i) => {
    const { between, fraction, interval, when } = row
    const whose = when === undefined ? '' : ` for a parent with ${shown(when)}`
    const subject = `${between.join(' – ')}${whose}`
    const [low, high] = interval
    const slip = (kind: string, what: string, path: Path, altered: unknown): Slip => ({
      kind,
      subject,
      what,
      at: ['recombination', i, ...path],
      value: altered,
    })
    const number = (
      kind: string,
      what: string,
      from: number,
      path: Path,
      lies: (to: number) => boolean,
    ): readonly Slip[] =>
      STEPS.map((step) => Math.round((from + step) * 1000) / 1000)
        .filter((to) => to >= 0 && to <= MOST && lies(to))
        .map((to) => {
          const altered = replaced(value, ['recombination', i, ...path], to)
          return slip(kind, `${what} ${from} → ${to}`, path, altered)
        })
    return [
      slip('fraction row deleted', 'row deleted', [], without(value, ['recombination', i])),
      ...number('fraction changed', 'fraction', fraction, ['fraction'], (to) => to >= low && to <= high),
      ...number('interval changed', 'interval from', low, ['interval', 0], (to) => to <= fraction),
      ...number('interval changed', 'interval to', high, ['interval', 1], (to) => to >= fraction),
      ...(when === undefined
        ? []
        : [
            slip('condition dropped', 'when removed', ['when'], without(value, ['recombination', i, 'when'])),
          ]),
      ...Object.entries(when ?? {}).flatMap(([locus, predicate]) => {
        const words = loci.get(locus)
        if (words === undefined) return []
        return predicateSlips(predicate, words).map(({ kind, to }) =>
          slip(
            kind,
            `when ${locus}: ${shown(predicate)} → ${shown(to)}`,
            ['when', locus],
            replaced(value, ['recombination', i, 'when', locus], to),
          ),
        )
      }),
    ]
  })
}
