/**
 * Every mutant of a rule set: each cell of its rules, loci, linkage groups and name words, each slip in turn.
 * Guarantees: the same files give the same mutants in the same order; no two share an id; examples, sources,
 * reasons and remarks for readers are left as they are.
 */
import type { ParsedRules } from '../../src/rules/yaml/parse-rules.js'
import type { FileContent, GeneYaml, Kind, TableYaml } from '../../src/rules/file-types.js'
import { grouped, mutantOf, without, type Mutant, type Slip } from './cell.js'
import { classesOf, geneSlips, ownAlleles } from './gene-cells.js'
import { linkageSlips } from './linkage-cells.js'
import { localeSlips } from './locale-cells.js'
import type { LocusWords } from './predicate-slips.js'
import { tableSlips, type RuleWords } from './rule-cells.js'
import { lookSlips, populationSlips } from './unknown-cells.js'

type RuleFile = ParsedRules['files'][number]

/** @param rules a rule set without errors */
export function allMutants(rules: ParsedRules): readonly Mutant[] {
  const words = wordsOf(rules)
  const mutants = rules.files.flatMap(({ role, path, parsed }) =>
    slipsOf(role.kind, parsed.value, words).map((slip) => mutantOf(path, parsed, slip)),
  )
  const ids = new Set<string>()
  return mutants.filter(({ id }) => !ids.has(id) && ids.add(id))
}

/** The rule set with the slip in it. */
export function withMutant(rules: ParsedRules, { file, value, gone }: Mutant): ParsedRules {
  const holding = (each: RuleFile, altered: unknown): RuleFile => ({
    ...each,
    parsed: { ...each.parsed, value: altered },
  })
  const files = rules.files.map((each) => {
    if (each.path === file) return holding(each, value)
    if (gone === undefined || each.role.kind !== 'locale') return each
    const { why } = each.parsed.value as FileContent['locale']
    return why?.[gone] === undefined ? each : holding(each, without(each.parsed.value, ['why', gone]))
  })
  return { ...rules, files }
}

/**
 * At most so many of them, of every kind about as many as of any other, and over all files.
 * @param seed another one, another choice
 */
export function sampled(mutants: readonly Mutant[], most: number, seed: number): readonly Mutant[] {
  const kinds = grouped(shuffled(mutants, seed), ({ kind }) => kind)
  const turns = kinds.flatMap(([, some]) => some.map((mutant, turn) => ({ mutant, turn })))
  const chosen = turns.sort((a, b) => a.turn - b.turn).slice(0, most)
  const wanted = new Set(chosen.map(({ mutant }) => mutant))
  return mutants.filter((mutant) => wanted.has(mutant))
}

function slipsOf(kind: Kind, value: unknown, words: RuleWords): readonly Slip[] {
  switch (kind) {
    case 'gene':
      return geneSlips(value as FileContent['gene'])
    case 'epistasis':
      return tableSlips(value as FileContent['epistasis'], words)
    case 'linkage':
      return linkageSlips(value as FileContent['linkage'], words.loci)
    case 'locale':
      return localeSlips(value as FileContent['locale'])
    case 'lookalikes':
      return lookSlips(
        value as FileContent['lookalikes'],
        words.tokens.map(({ token }) => token),
      )
    case 'population':
      return populationSlips(value as FileContent['population'])
    case 'manifest':
    case 'horses':
    case 'appearance':
    case 'artwork':
    case 'report-tests':
    case 'report-words':
    case 'laboratories':
      return []
  }
}

function wordsOf(rules: ParsedRules): RuleWords {
  const tables = valuesOf<TableYaml>(rules.files, 'epistasis')
  const written = tables.flatMap((table) => table.rules)
  const tokens = tables.flatMap(({ table, rules: some }) =>
    some.flatMap(({ then }) => then.map((token) => ({ token, table }))),
  )
  const told = (key: 'note' | 'carries' | 'health' | 'reports'): readonly string[] => [
    ...new Set(written.flatMap((rule) => rule[key] ?? [])),
  ]
  return {
    loci: new Map(valuesOf<GeneYaml>(rules.files, 'gene').map((gene) => [gene.locus, locusWords(gene)])),
    tokens: [...new Map(tokens.map((each) => [each.token, each])).values()],
    causes: [...new Set(written.flatMap(({ viability }) => viability?.cause ?? []))],
    messages: {
      note: told('note'),
      carries: told('carries'),
      health: told('health'),
      reports: told('reports'),
    },
  }
}

function locusWords(gene: GeneYaml): LocusWords {
  const { cis = false, wild_type: wildType } = gene
  const alleles = ownAlleles(gene)
  return {
    alleles: cis ? alleles.filter((allele) => allele !== wildType) : alleles,
    classes: classesOf(gene),
    hasPairs: !cis,
  }
}

function valuesOf<Value>(files: readonly RuleFile[], kind: Kind): readonly Value[] {
  return files.flatMap(({ role, parsed }) => (role.kind === kind ? [parsed.value as Value] : []))
}

/** Fisher–Yates over Mulberry32, so that a seed means the same choice on every machine. */
function shuffled<Item>(items: readonly Item[], seed: number): readonly Item[] {
  const result = [...items]
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  for (let i = result.length - 1; i > 0; i--) {
    const other = Math.floor(next() * (i + 1))
    const kept = result[i] as Item
    result[i] = result[other] as Item
    result[other] = kept
  }
  return result
}
