/**
 * `robe rules coverage`: what the examples reach, and how much of the genotype space is named.
 * Guarantees: shares are rounded down; what is not reached is listed with its place.
 */
import type { Command } from 'commander'
import { measureCoverage, type Coverage, type Reach } from '../../workbench/coverage.js'
import { action, jsonText, refusalOf } from '../report.js'
import { withProgress } from '../terminal.js'
import { counted } from './diff-text.js'
import { openRules, type RulesOptions } from './open-rules.js'

export function registerCoverage(rules: Command): void {
  rules
    .command('coverage')
    .description(
      'tell which rules, alleles and words the examples reach, and how much of all genotypes is named',
    )
    .option('--json', 'for programs')
    .action(
      action(async (options: RulesOptions) => {
        const { draft, diagnostics } = await openRules(options)
        if (draft === undefined) throw refusalOf(diagnostics)
        const coverage = await withProgress('counting', () => measureCoverage(draft))
        const ruleset = draft.version
        return options.json ? jsonText({ ruleset, ...coverage }) : coverageText(ruleset, coverage)
      }),
    )
}

function coverageText(
  ruleset: string,
  { examples, rules, alleles, words, populations, space }: Coverage,
): string {
  const line = (what: string, reach: Reach): string => {
    const [reached, total] = [reach.total - reach.unreached.length, reach.total].map((count) =>
      String(count).padStart(5),
    )
    return `${what.padEnd(16)} ${reached} of ${total}  ${reach.percent} %`
  }
  const missing = (reach: Reach, of: (name: string) => string): readonly string[] =>
    reach.unreached.map(
      ({ name, place }) => `${place.file}:${place.line}:${place.column} no example ${of(name)}`,
    )
  const languages = Object.entries(words)
  return [
    `Rules ${ruleset}, ${examples} examples reach`,
    line('rules', rules),
    line('alleles', alleles),
    ...languages.map(([code, reach]) => line(`words, ${code}`, reach)),
    `Of ${counted(space.genotypes)} genotypes ${space.percent} % are named.`,
    ...(populations.length === 0
      ? []
      : [
          `Frequencies are known at so many loci: ${populations.map(({ population, loci }) => `${population} ${loci}`).join(', ')}.`,
        ]),
    ...missing(rules, (name) => `reaches the rule ${name}`),
    ...missing(alleles, (name) => `reaches the allele ${name}`),
    ...languages.flatMap(([code, reach]) => missing(reach, (name) => `in ${code} has ${name}`)),
  ].join('\n')
}
