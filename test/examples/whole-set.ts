/**
 * What every example rule set is held to, so that whoever copies it starts from a set that is true: whole, cited, and named
 * without doubt.
 * Leaves to others: that it is accepted without a remark (test/workbench/review.test.ts).
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { Ruleset } from '../../src/operations/ruleset.js'
import type { Coat, HorseGenotype } from '../../src/model/model.js'
import { coatFrom } from '../../src/model/phenotype/phenotype.js'
import type { Given } from '../../src/rules/tables.js'
import { formatFailure, runExamples } from '../../src/workbench/examples/examples.js'
import { readGiven } from '../../src/workbench/examples/given.js'
import { reachableOutcomes } from '../names/reachable.js'
import type { ExampleSet } from './example-sets.js'

/** What a set has at least. */
export interface Size {
  readonly known: number
  readonly phenotypes: number
}

/** Runs the tests that all example sets pass. */
export function testWholeSet(ruleset: Ruleset, { folder }: ExampleSet, { known, phenotypes }: Size): void {
  const { loci, tables, linkage, locales, horses, references, manifest } = ruleset.model.source
  const given: readonly Given[] = [...loci, ...tables, { examples: horses }].flatMap(({ examples }) =>
    examples.map((example) => example.given),
  )

  t.test('it speaks two languages', async (t) => t.same(ruleset.languages, ['en', 'fr']))

  t.test('every example and every known animal comes out as its author says, in both languages', (t) => {
    for (const failure of runExamples(ruleset)) t.fail(formatFailure(failure))
    t.ok(horses.length >= known, `${horses.length} known animals`)
    for (const { title = '', names, source } of horses) {
      t.same(Object.keys(names), ['en', 'fr'], title)
      t.ok(source, `${title} has a source`)
    }
    t.end()
  })

  t.test('every allele is in some example', (t) => {
    const written = new Set(
      given.flatMap((each) =>
        Object.entries(each).flatMap(([locus, pair]) => pair.map((a) => `${locus} ${a}`)),
      ),
    )
    for (const { locus, alleles } of loci) {
      for (const { allele } of alleles) t.ok(written.has(`${locus} ${allele}`), `${locus} ${allele}`)
    }
    t.end()
  })

  t.test('every rule decides some example', (t) => {
    const fired = new Set(
      given.flatMap((each) =>
        ruleset.phenotypes
          .of(readAnimal(ruleset, each))
          .outcomes.flatMap(({ fired }) => fired.map(({ id }) => id)),
      ),
    )
    for (const { id } of tables.flatMap(({ rules }) => rules)) t.ok(fired.has(id), id)
    t.end()
  })

  t.test('every allele, rule and fraction cites, and every reference is cited', (t) => {
    const cited = new Set<string>()
    const rows = [
      ...loci.flatMap(({ locus, alleles }) =>
        alleles.map(({ allele, cite }) => [`${locus} ${allele}`, cite] as const),
      ),
      ...tables.flatMap(({ rules }) => rules.map(({ id, cite }) => [id, cite] as const)),
      ...linkage.flatMap(({ group, recombination }) =>
        recombination.map(({ cite }) => [group, cite] as const),
      ),
    ]
    for (const [what, cite] of rows) {
      t.not(cite.length, 0, `${what} cites`)
      for (const id of cite) cited.add(id)
    }
    t.same(
      Object.keys(references).filter((id) => !cited.has(id)),
      [],
    )
    t.end()
  })

  t.test('every rule says why, in both languages', (t) => {
    const rules = tables.flatMap((table) => table.rules)
    t.same(
      rules.filter(({ why }) => why === undefined).map(({ id }) => id),
      [],
    )
    const french = locales.find(({ language }) => language === 'fr')
    t.same(Object.keys(french?.why ?? {}).sort(), rules.map(({ id }) => id).sort())
    t.end()
  })

  t.test('no two animals that look different share a name, and each has one, in each language', (t) => {
    const coats = new Map<string, Coat>()
    for (const outcomes of reachableOutcomes(ruleset.model)) {
      const coat = coatFrom(outcomes)
      coats.set(coat.tokens.join(' '), coat)
    }
    t.notOk(coats.has(''), 'every animal shows something')
    t.ok(coats.size > phenotypes, `${coats.size} visible phenotypes`)
    for (const language of ruleset.languages) {
      const shared: string[] = []
      const byName = new Map<string, string>()
      for (const [tokens, coat] of coats) {
        const name = ruleset.nameOf(coat, language).toLowerCase()
        const other = byName.get(name)
        if (other !== undefined) shared.push(`${language}: "${name}" names both [${other}] and [${tokens}]`)
        byName.set(name, tokens)
      }
      t.same(shared, [])
    }
    t.end()
  })

  t.test('its changelog tells of its version', (t) => {
    const changelog = readFileSync(join(folder, 'rules/CHANGELOG.md'), 'utf8')
    t.match(changelog, new RegExp(`^## ${manifest.version.replaceAll('.', '\\.')}$`, 'm'))
    t.end()
  })
}

/** A genotype as rule files write it; the service must not refuse it. */
export function readAnimal(ruleset: Ruleset, given: Given): HorseGenotype {
  const animal = readGiven(ruleset, given)
  if (typeof animal === 'string') throw new Error(animal)
  return animal
}
