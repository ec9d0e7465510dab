/**
 * The cells of a locus: its alleles, what each is called and does, the wild type, how copies are written.
 * Where a locus stands in requests and answers (group, listed, required) is the contract's and is not altered here.
 */
import type { AlleleYaml, GeneYaml } from '../../src/rules/file-types.js'
import { others, replaced, without, type Path, type Slip } from './cell.js'

export function geneSlips(value: GeneYaml): readonly Slip[] {
  const { locus, alleles, wild_type: wildType, cis, notation, chromosome } = value
  const own = ownAlleles(value)
  const slip = (kind: string, what: string, at: Path, altered: unknown): Slip => ({
    kind,
    subject: locus,
    what,
    at,
    value: altered,
  })
  return [
    ...(wildType === undefined ? [] : others(own, wildType)).map((other) =>
      slip(
        'wild type changed',
        `wild type ${wildType} → ${other}`,
        ['wild_type'],
        replaced(value, ['wild_type'], other),
      ),
    ),
    ...(cis === true ? [slip('cis removed', 'cis removed', ['cis'], without(value, ['cis']))] : []),
    ...(notation === undefined
      ? []
      : [
          slip(
            'notation removed',
            `notation ${notation} removed`,
            ['notation'],
            without(value, ['notation']),
          ),
        ]),
    ...[chromosome === 'X' ? '1' : 'X'].map((other) =>
      slip(
        'chromosome changed',
        `chromosome ${chromosome} → ${other}`,
        ['chromosome'],
        replaced(value, ['chromosome'], other),
      ),
    ),
    ...Object.entries(alleles).flatMap(([allele, row]) => [
      slip('allele removed', `${allele} removed`, ['alleles', allele], without(value, ['alleles', allele])),
      ...alleleSlips(row, allele === wildType ? [] : classesOf(value), others(own, allele)).map(
        ({ kind, what, at, value: altered }) => {
          const path = ['alleles', allele, ...at]
          return slip(kind, `${allele}: ${what}`, path, replaced(value, ['alleles', allele], altered))
        },
      ),
    ]),
  ]
}

/** Alleles that are the locus's own, in canonical order. */
export function ownAlleles({ alleles }: GeneYaml): readonly string[] {
  return Object.entries(alleles).flatMap(([allele, { stands_for: lent }]) =>
    lent === undefined ? [allele] : [],
  )
}

/** Expression classes in the order they first stand in the file. */
export function classesOf({ alleles }: GeneYaml): readonly string[] {
  return [...new Set(Object.values(alleles).flatMap(({ expression }) => expression ?? []))]
}

/**
 * @param classes that the allele could be given
 * @param near other alleles of the locus
 */
function alleleSlips(
  row: AlleleYaml,
  classes: readonly string[],
  near: readonly string[],
): readonly Omit<Slip, 'subject'>[] {
  const { aliases = [], expression, stands_for: standsFor, always_with: alwaysWith } = row
  const free = classes.filter((each) => each !== expression)
  return [
    ...aliases.map((alias, i) => ({
      kind: 'alias removed',
      what: `alias ${alias} removed`,
      at: ['aliases', i],
      value: without(row, ['aliases', i]),
    })),
    ...(standsFor === undefined ? free : []).map((other) => ({
      kind: 'expression changed',
      what: `expression ${expression ?? 'none'} → ${other}`,
      at: expression === undefined ? [] : ['expression'],
      value: replaced(row, ['expression'], other),
    })),
    ...(expression === undefined
      ? []
      : [
          {
            kind: 'expression changed',
            what: `expression ${expression} → none`,
            at: ['expression'],
            value: without(row, ['expression']),
          },
        ]),
    ...(alwaysWith === undefined
      ? []
      : [
          {
            kind: 'always_with removed',
            what: `no longer always with ${alwaysWith}`,
            at: ['always_with'],
            value: without(row, ['always_with']),
          },
          ...near
            .filter((other) => other !== alwaysWith)
            .map((other) => ({
              kind: 'always_with swapped',
              what: `always with ${alwaysWith} → ${other}`,
              at: ['always_with'],
              value: replaced(row, ['always_with'], other),
            })),
        ]),
    ...(standsFor === undefined
      ? []
      : [
          {
            kind: 'stand-in removed',
            what: `no longer stands for ${standsFor.allele} of ${standsFor.locus}`,
            at: ['stands_for'],
            value: without(row, ['stands_for']),
          },
        ]),
  ]
}
