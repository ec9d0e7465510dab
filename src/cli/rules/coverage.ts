/**
 * `robe rules coverage`: which rules, alleles and words the examples cover, and which part of the genotype space is
 * named.
 * Guarantees: percentages are rounded down; everything not covered is listed with its place.
 */
import type { Command } from 'commander'
import { measureCoverage, type Coverage, type Reach } from '../../workbench/coverage.js'
import { action, jsonText, refusalOf } from '../report.js'
import { genotypesText, plural, textOf, withProgress, type Lines } from '../terminal.js'
import { openRules, type RulesOptions } from './open-rules.js'

export function registerCoverage(rules: Command): void {
  rules
    .command('coverage')
    .description(
      'show which rules, alleles and words the examples reach, and how many of all genotypes are named',
    )
    .option('--json', 'print JSON')
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

function coverageText(ruleset: string, coverage: Coverage): string {
  const { examples, rules, alleles, words, populations, space } = coverage
  const languages = Object.entries(words)
  const known = populations.map(({ population, loci }) => `${population} ${loci}`)
  return textOf(
    `Rules ${ruleset}, ${plural(examples, 'example')} ${examples === 1 ? 'reaches' : 'reach'}`,
    reachLine('rules', rules),
    reachLine('alleles', alleles),
    languages.map(([code, reach]) => reachLine(`words, ${code}`, reach)),
    `Of ${genotypesText(space.genotypes)} ${space.percent} % are named.`,
    known.length > 0 && `Loci with known frequencies: ${known.join(', ')}.`,
    unreachedLines(rules, 'reaches the rule'),
    unreachedLines(alleles, 'reaches the allele'),
    languages.map(([code, reach]) => unreachedLines(reach, `in ${code} has`)),
  )
}

function reachLine(what: string, { total, unreached, percent }: Reach): string {
  const [reached, all] = [total - unreached.length, total].map((count) => String(count).padStart(5))
  return `${what.padEnd(16)} ${reached} of ${all}  ${percent} %`
}

function unreachedLines({ unreached }: Reach, does: string): Lines {
  return unreached.map(
    ({ name, place }) => `${place.file}:${place.line}:${place.column} no example ${does} ${name}`,
  )
}
