/**
 * Rules with their words resolved against the loci, ready for the engine: allele names become indices,
 * with a diagnostic for each word that does not exist or may not be asked for.
 * Guarantees: every locus named exists and is among those the table says it reads; never throws; a faulty predicate
 * resolves to undefined after its diagnostic is recorded.
 * Leaves to others: the shape of predicates (rules/checks/schema.ts), tokens (tokens.ts).
 */
import type { EngineRule } from './engine.js'
import { every, named, type Condition } from './predicate.js'
import type { ModelLocus } from '../model.js'
import { sexCondition } from './sex.js'
import { suggestion } from '../../common/nearest.js'
import { suggestedAllele } from '../../rules/checks/suggested.js'
import { type Diagnostic, type DiagnosticCode, fault } from '../../rules/diagnostic.js'
import type { DecisionTable, Place, Predicate, Sex } from '../../rules/tables.js'
import { type Placed, placeOfItem, placeOfKey, placeOfValue } from '../../rules/yaml/word-places.js'

export function resolveRules(
  table: DecisionTable,
  loci: readonly ModelLocus[],
  heterogametic: Sex | undefined,
  diagnostics: Diagnostic[],
): readonly EngineRule[] {
  const keys = loci.map((locus) => locus.key)
  table.reads.forEach((key, index) => {
    if (keys.includes(key)) return
    const what = `the table ${table.table} reads "${key}", which is no locus.`
    diagnostics.push(unknownLocus(key, keys, placeOfItem(table, '/reads', index), what))
  })
  return table.rules.map((rule): EngineRule => {
    const conditions = Object.entries(rule.when).flatMap(([key, predicate]) => {
      const locus = loci[keys.indexOf(key)]
      const pointer = `/when/${key}`
      if (!table.reads.includes(key)) {
        const what = `the rule ${rule.id} asks for "${key}", which the table does not read.`
        const place = placeOfKey(rule, pointer)
        const fix = `add ${key} to the reads of ${table.table}.`
        diagnostics.push(
          locus !== undefined
            ? fault('UNKNOWN_LOCUS', place, { what, fix })
            : unknownLocus(key, table.reads, place, what),
        )
        return []
      }
      // A word among the reads that is no locus was reported there.
      if (locus === undefined) return []
      const condition = resolvePredicate(predicate, { locus, row: rule, pointer, diagnostics })
      return condition === undefined ? [] : [{ locus: key, condition }]
    })
    const sex = sexCondition(rule, table, loci, heterogametic, diagnostics)
    return { id: rule.id, conditions: [...conditions, ...sex], token: rule.token, noToken: rule.noToken }
  })
}

/** Where the words stand, and the list that faults are added to. */
export interface Resolution {
  readonly locus: ModelLocus
  /** The rule or row in which they stand. */
  readonly row: Placed
  /** JSON pointer of the predicate inside it. */
  readonly pointer: string
  readonly diagnostics: Diagnostic[]
}

export function resolvePredicate(predicate: Predicate, at: Resolution): Condition | undefined {
  if (isPair(predicate)) return resolvePair(predicate, at)
  if ('has' in predicate) {
    const allele = alleleOf(predicate.has, inside(at, 'has'))
    return allele === undefined ? undefined : named([allele], 1, 2)
  }
  if ('of' in predicate) {
    const allele = alleleOf(predicate.of, inside(at, 'of'))
    return allele === undefined ? undefined : named([allele], predicate.copies, predicate.copies)
  }
  if ('expression' in predicate) return resolveExpression(predicate, at)
  if ('none_of' in predicate) {
    const alleles = predicate.none_of.map((name, index) => alleleOf(name, inside(at, 'none_of', index)))
    return alleles.every((allele) => allele !== undefined) ? named(alleles, 0, 0) : undefined
  }
  if ('not' in predicate) {
    const of = resolvePredicate(predicate.not, inside(at, 'not'))
    return of === undefined ? undefined : { kind: 'not', of }
  }
  const kind = 'any' in predicate ? 'any' : 'all'
  const parts = ('any' in predicate ? predicate.any : predicate.all).map((part, index) =>
    resolvePredicate(part, inside(at, kind, index)),
  )
  if (!parts.every((part) => part !== undefined)) return undefined
  return kind === 'all' ? every(parts) : { kind, of: parts }
}

/** A fault at a word that is no locus. @param known the loci that could stand there */
export function unknownLocus(key: string, known: readonly string[], place: Place, what: string): Diagnostic {
  return fault('UNKNOWN_LOCUS', place, { what, fix: suggestion(key, known) })
}

/** The allele's index, or undefined after a diagnostic. */
function alleleOf(name: string, at: Resolution): number | undefined {
  const { locus } = at
  const index = locus.alleles.indexOf(name)
  if (index === -1) {
    const alias = locus.alleles[locus.spellings.get(name) ?? -1]
    const list = `write one of its alleles (${locus.alleles.join(', ')}), or add it to genes/${locus.key}.yaml.`
    return refused(
      at,
      'UNKNOWN_ALLELE',
      `the locus ${locus.key} has no allele "${name}".`,
      alias === undefined
        ? suggestedAllele(name, locus.alleles, list)
        : `write "${alias}": rules use the canonical spelling.`,
    )
  }
  if (locus.cis && index === locus.wildType) {
    return refused(
      at,
      'BAD_PAIR',
      `a rule cannot ask for "${name}" at ${locus.key}, whose copies can carry several variants.`,
      'ask for the absence of the variants with none_of, or leave the locus out.',
    )
  }
  return index
}

function resolvePair(pair: readonly [string, string], at: Resolution): Condition | undefined {
  if (at.locus.cis) {
    return refused(
      at,
      'BAD_PAIR',
      `[${pair.join(', ')}] is an exact pair, and ${at.locus.key} can carry several variants on one copy.`,
      'ask for dosages instead: { has: X }, { copies: n, of: X } or { expression: X }.',
    )
  }
  const first = alleleOf(pair[0], inside(at, 0))
  const second = pair[1] === pair[0] ? first : alleleOf(pair[1], inside(at, 1))
  return first === undefined || second === undefined ? undefined : { kind: 'pair', among: [first, second] }
}

function resolveExpression(
  { expression, copies, same }: Extract<Predicate, { expression: unknown }>,
  at: Resolution,
): Condition | undefined {
  const { key, alleles, wildType, cis, source } = at.locus
  const wanted = typeof expression === 'string' ? [expression] : expression
  const declared = [...new Set(source.alleles.flatMap((row) => row.expression ?? []))]
  const unknown = wanted.findIndex((word) => !declared.includes(word))
  if (unknown >= 0) {
    const word = wanted[unknown] ?? ''
    const known = declared.join(', ')
    return refused(
      typeof expression === 'string' ? inside(at, 'expression') : inside(at, 'expression', unknown),
      'UNKNOWN_ALLELE',
      `no allele of ${key} has the expression "${word}".`,
      suggestion(
        word,
        declared,
        `give alleles of genes/${key}.yaml an expression, or write one of: ${known}.`,
      ),
    )
  }
  const carriers = source.alleles.filter(
    (row) => row.expression !== undefined && wanted.includes(row.expression),
  )
  const wild = carriers.find((row) => wildType !== null && row.allele === alleles[wildType])
  if (cis && wild !== undefined) {
    return refused(
      at,
      'BAD_PAIR',
      `the wild type of ${key} has the expression "${wild.expression}", and whether a copy is empty is not a question of dosage.`,
      `take the expression off "${wild.allele}" in genes/${key}.yaml.`,
    )
  }
  return {
    kind: 'expression',
    among: carriers.map((row) => alleles.indexOf(row.allele)).filter((index) => index >= 0),
    least: copies ?? 1,
    most: copies ?? 2,
    ...(same !== undefined && { same }),
  }
}

function refused(at: Resolution, code: DiagnosticCode, what: string, fix: string): undefined {
  at.diagnostics.push(fault(code, placeOfValue(at.row, at.pointer), { what, fix }))
  return undefined
}

function inside(at: Resolution, ...steps: readonly (string | number)[]): Resolution {
  return { ...at, pointer: [at.pointer, ...steps].join('/') }
}

function isPair(predicate: Predicate): predicate is readonly [string, string] {
  return Array.isArray(predicate)
}
