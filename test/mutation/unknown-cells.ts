/**
 * The cells that answers about animals not fully known stand on: what the eye takes for something else, and how
 * frequent alleles are in a population.
 */
import type { LookalikesYaml, LookalikeYaml, PopulationYaml } from '../../src/rules/file-types.js'
import { others, replaced, without, type Path, type Slip } from './cell.js'

/** @param tokens every token that the rules give */
export function lookSlips(value: LookalikesYaml, tokens: readonly string[]): readonly Slip[] {
  return value.looks.flatMap((row, i) => {
    const at: Path = ['looks', i]
    const slip = (kind: string, what: string, path: Path, altered: unknown): Slip => ({
      kind,
      subject: row.id,
      what,
      at: [...at, ...path],
      value: altered,
    })
    const dropped = (kind: string, what: string, path: Path): Slip =>
      slip(kind, what, path, without(value, [...at, ...path]))
    return [
      dropped('look-alike removed', 'removed', []),
      ...alikeOf(row).flatMap((list, k) => [
        ...(alikeOf(row).length > 2
          ? [dropped('look-alike changed', `without [${list.join(', ')}]`, ['alike', k])]
          : []),
        ...(list.length < 2 ? [] : list).map((token, m) =>
          dropped('look-alike changed', `[${list.join(', ')}] without ${token}`, ['alike', k, m]),
        ),
      ]),
      ...unlessOf(row).map((token, k) =>
        dropped('look-alike changed', `unless without ${token}`, ['unless', k]),
      ),
      ...(['unseen', 'acquired'] as const).flatMap((key) => {
        const token = (row as Readonly<Record<string, unknown>>)[key]
        return typeof token !== 'string'
          ? []
          : others(tokens, token).map((other) =>
              slip(
                'look-alike changed',
                `${key} ${token} → ${other}`,
                [key],
                replaced(value, [...at, key], other),
              ),
            )
      }),
    ]
  })
}

/** What is so small that a source could not have said it: a copy more, or a hundredth. */
const HUNDREDTH = 0.01

export function populationSlips(value: PopulationYaml): readonly Slip[] {
  return Object.entries(value.loci).flatMap(([locus, row]): readonly Slip[] => {
    if ('equal' in row) return []
    const slip = (what: string, path: Path, altered: unknown): Slip => ({
      kind: 'figures changed',
      subject: `${value.population} ${locus}`,
      what,
      at: ['loci', locus, ...path],
      value: altered,
    })
    const key = 'counts' in row ? 'counts' : 'frequencies'
    const figures: Readonly<Record<string, number>> = 'counts' in row ? row.counts : row.frequencies
    const step = key === 'counts' ? 1 : HUNDREDTH
    const [first, second] = Object.keys(figures)
    const at: Path = ['loci', locus, key]
    const moved = (from: string, to: string): unknown => {
      const by = (allele: string, sign: number): number =>
        Math.round(((figures[allele] ?? 0) + sign * step) * 1000) / 1000
      return replaced(replaced(value, [...at, from], by(from, -1)), [...at, to], by(to, 1))
    }
    return [
      slip('removed', [], without(value, ['loci', locus])),
      slip(
        'another way of counting',
        ['method'],
        replaced(
          value,
          ['loci', locus, 'method'],
          'method' in row && row.method === 'coats' ? 'tests' : 'coats',
        ),
      ),
      ...(first === undefined || second === undefined
        ? []
        : [[first, second] as const, [second, first] as const]
      ).map(([from, to]) => slip(`${step} of ${from} → ${to}`, [key, from], moved(from, to))),
      ...(first === undefined || second === undefined
        ? []
        : [
            slip(
              `${first} and ${second} exchanged`,
              [key, first],
              replaced(value, at, { ...figures, [first]: figures[second], [second]: figures[first] }),
            ),
          ]),
    ]
  })
}

function alikeOf(row: LookalikeYaml): readonly (readonly string[])[] {
  return 'alike' in row ? row.alike : []
}

function unlessOf(row: LookalikeYaml): readonly string[] {
  return 'unless' in row ? (row.unless ?? []) : []
}
