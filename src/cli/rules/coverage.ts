/**
 * `robe rules coverage`: what the examples reach, and how much of the genotype space is named.
 * Guarantees: shares are rounded down; what is not reached is listed with its place.
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
    known.length > 0 && `Frequencies are known at so many loci: ${known.join(', ')}.`,
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
