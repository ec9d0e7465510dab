/**
 * `robe rules coverage`: what the examples reach, and how much of the genotype space is named.
 * Guarantees: shares are rounded down; what is not reached is listed with its place.
 */
import type { Command } from 'commander'
import { measureCoverage, percentReached, type Reach } from '../../workbench/coverage.js'
import type { RulesIo, RulesOptions } from './io.js'
import { counted } from './diff-text.js'
import { refuse } from './sound-rules.js'

export function registerCoverage(rules: Command, io: RulesIo): void {
  rules
    .command('coverage')
    .description(
      'tell which rules, alleles and words the examples reach, and how much of all genotypes is named',
    )
    .option('--json', 'for programs')
    .action(async (_: unknown, command: Command) => {
      const options = command.optsWithGlobals<RulesOptions>()
      const opened = await io.open(options)
      const { draft } = opened
      if (draft === undefined) return refuse(io, opened)
      const {
        examples,
        rules: fired,
        alleles,
        words,
        space,
      } = await io.during('counting', () => measureCoverage(draft))
      const share = Number((space.named * 10_000n) / space.genotypes) / 100
      if (options.json === true) {
        const counted = (reach: Reach): object => ({ ...reach, percent: percentReached(reach) })
        const spoken = Object.fromEntries(
          Object.entries(words).map(([code, reach]) => [code, counted(reach)]),
        )
        const { genotypes, named } = space
        const named_space = { genotypes: String(genotypes), named: String(named), percent: share }
        const body = { ruleset: draft.version, examples, rules: counted(fired), alleles: counted(alleles) }
        return io.print(JSON.stringify({ ...body, words: spoken, space: named_space }, null, 2))
      }
      const line = (what: string, reach: Reach): string =>
        `${what.padEnd(16)} ${String(reach.total - reach.unreached.length).padStart(5)} of ${String(reach.total).padStart(5)}  ${percentReached(reach)} %`
      io.print(`Rules ${draft.version}, ${examples} examples reach`)
      io.print(line('rules', fired))
      io.print(line('alleles', alleles))
      for (const [code, reach] of Object.entries(words)) io.print(line(`words, ${code}`, reach))
      io.print(`Of ${counted(space.genotypes)} genotypes ${share} % are named.`)
      for (const [what, reach] of [
        ['rule', fired],
        ['allele', alleles],
      ] as const) {
        for (const { name, place } of reach.unreached)
          io.print(`${place.file}:${place.line}:${place.column} no example reaches the ${what} ${name}`)
      }
      for (const [code, reach] of Object.entries(words)) {
        for (const { name, place } of reach.unreached)
          io.print(`${place.file}:${place.line}:${place.column} no example in ${code} has ${name}`)
      }
    })
}
