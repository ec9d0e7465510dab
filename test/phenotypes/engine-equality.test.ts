/**
 * Outcome tables are memories of the rule engine: what they say is what the engine says when asked afresh.
 * All 54 675 listed genotypes are compared by test/sweep; here every class of every table, and a sample of horses.
 */
import t from 'tap'
import { readGenotyped } from '../../src/operations/read/animal.js'
import type { Ruleset } from '../../src/operations/ruleset.js'
import { dosageOf, type Pair } from '../../src/genetics/genotype.js'
import { classOf } from '../../src/model/compile/classes.js'
import type { CompiledTable, ModelLocus, Outcome, TableColumn } from '../../src/model/model.js'
import type { Dosage } from '../../src/model/compile/predicate.js'
import { outcomesBy } from '../../src/model/phenotype/phenotype.js'
import { openSmallRules, type SmallRules } from '../model/small-rules.js'
import { inGroups, inWords, shippedRuleset } from './shipped.js'
import { createFreshEngine, freshTable, type Copies } from './fresh-engine.js'
import { differencesOf } from './differences.js'
import { randomHorse, seeded } from './random-horse.js'

const SAMPLE = 500

/** Lantern fish: tables that ask for tokens, hide lists, hide all but some, in a `cis` locus and a plain one. */
const LANTERNS: SmallRules = {
  loci: {
    lamp: { alleles: { B: {}, R: {}, d: {} } },
    fin: { alleles: { F: {}, f: {} }, required: true, group: 'base' },
    skin: {
      cis: true,
      alleles: {
        S1: { expression: 'dim' },
        S2: { expression: 'dim' },
        S3: { expression: 'dark' },
        S4: {},
        o: {},
      },
    },
  },
  tables: {
    light: {
      hit: 'first',
      reads: ['lamp'],
      rules: [
        { id: 'both', when: { lamp: ['B', 'R'] }, then: ['violet', 'bright'] },
        { id: 'blue', when: { lamp: { has: 'B' } }, then: ['blue'] },
        { id: 'red', when: { lamp: { copies: 2, of: 'R' } }, then: ['red', 'bright'] },
        { id: 'dark', when: {}, then: ['dark'] },
      ],
    },
    scales: {
      hit: 'collect',
      reads: ['skin', 'fin'],
      rules: [
        { id: 'dim', when: { skin: { expression: 'dim', copies: 2, same: false } }, then: ['dim'] },
        {
          id: 'mirror',
          when: { skin: { not: { has: 'S4' } }, fin: ['F', 'F'], token: 'bright' },
          then: ['mirror'],
        },
        {
          id: 'scar',
          when: { skin: { has: 'S3' }, no_token: ['blue', 'violet'] },
          then: ['scar'],
          note: 'scarred',
        },
      ],
    },
    veil: {
      hit: 'unique',
      reads: ['fin'],
      rules: [
        { id: 'veiled', when: { token: ['dim'] }, then: ['veil'], hides: 'all', but: ['mirror'] },
        { id: 'bare', when: { fin: { has: 'F' }, no_token: 'dim' }, then: [], hides: ['scar'] },
        {
          id: 'lost',
          when: { fin: ['f', 'f'], no_token: 'dim' },
          then: ['fog'],
          viability: { status: 'lethal', evidence: 'weak', cause: 'fogged' },
        },
      ],
    },
    night: {
      hit: 'collect',
      reads: ['lamp'],
      rules: [{ id: 'night', when: { lamp: ['d', 'd'], token: 'veil' }, then: ['night'], hides: 'all' }],
    },
  },
}
const ruleset = await shippedRuleset()
const known = new Map<ModelLocus, readonly (readonly Dosage[])[]>()

t.test('every class combination of every table has the outcome of a fresh engine run', async (t) => {
  for (const table of ruleset.model.tables) {
    // What asks for tokens has inputs of other tables too: those are met by whole horses below.
    if (table.tokens.length > 0) continue
    const run = freshTable(table.source, ruleset.model.source)
    const differences: string[] = []
    const reached = new Set<number>()
    for (const dosages of inputsOf(ruleset, table)) {
      const classAt = (column: TableColumn) => classOf(column, dosages.get(column.locus) as Dosage)
      const [outcome] = outcomesBy([table], classAt) as [Outcome]
      reached.add(
        table.columns.reduce((cell, c) => cell + c.stride * classOf(c, dosages.get(c.locus) as Dosage), 0),
      )
      const copies = Object.fromEntries(
        [...dosages].map(([index, dosage]) => [
          locusAt(ruleset, index).key,
          named(locusAt(ruleset, index), dosage),
        ]),
      )
      const holding = (await run(copies, new Set())).map((rule) => rule.id)
      const said = [...outcome.fired, ...outcome.overridden].map((rule) => rule.id)
      if (said.join() !== holding.join()) {
        differences.push(
          `${JSON.stringify(copies)}: tables say ${said.join()}, engine says ${holding.join()}`,
        )
      }
    }
    t.strictSame(differences.slice(0, 5), [], table.name)
    t.equal(reached.size, table.cells.length, `${table.name}: all ${table.cells.length} cells were asked`)
    t.notOk(
      table.cells.some((at) => table.outcomes[at] === undefined),
      `${table.name}: every cell has an outcome`,
    )
  }
})

t.test('whole horses, however spelled, have the coat of a fresh engine run', async (t) => {
  t.strictSame(await sampleDifferences(ruleset, SAMPLE, 1_964), [])
})

t.test('rules that ask for tokens of earlier tables give what a fresh engine run gives', async (t) => {
  const lanterns = await openSmallRules(t.testdir(), LANTERNS)
  t.ok(
    lanterns.model.tables.some((table) => table.tokens.length > 1),
    'this rule set asks for tokens',
  )
  t.strictSame(await sampleDifferences(lanterns, 600, 1_552), [])
})

async function sampleDifferences(rules: Ruleset, size: number, seed: number): Promise<readonly string[]> {
  const ask = createFreshEngine(rules.model.source)
  const random = seeded(seed)
  const differences: string[] = []
  for (let i = 0; i < size; i++) {
    const given = randomHorse(rules.model.source, random)
    const { genotype } = readGenotyped(rules, inGroups(rules, given), '')
    const phenotype = rules.phenotypes.of(genotype)
    const { coat, hasNotes } = rules.phenotypes.visible.of(genotype)
    const found = [...differencesOf(phenotype, await ask(given))]
    if (coat.key !== phenotype.coat.key || hasNotes !== phenotype.notes.length > 0)
      found.push(`as a visible coat ${coat.key}`)
    if (found.length > 0) differences.push(`${inWords(given)}: ${found.join('; ')}`)
  }
  return differences.slice(0, 10)
}

/** Dosages by locus index: for every combination of classes two horses where there are two, the plainest and the last. */
function* inputsOf(rules: Ruleset, table: CompiledTable): Generator<ReadonlyMap<number, Dosage>> {
  const choices = table.columns.map((column) => {
    const locus = locusAt(rules, column.locus)
    const byClass = new Map<number, Dosage[]>()
    const every = known.get(locus) ?? dosagesOf(locus)
    known.set(locus, every)
    for (const [carried, dosages] of every.entries()) {
      // Three variants on every horse are enough once each class has been met.
      if (carried > 3 && byClass.size === column.classes) break
      for (const dosage of dosages) {
        const number = classOf(column, dosage)
        byClass.set(number, [...(byClass.get(number)?.slice(0, 1) ?? []), dosage])
      }
    }
    return [...byClass.values()].flat().map((dosage) => [column.locus, dosage] as const)
  })
  const combine = function* (at: number): Generator<readonly (readonly [number, Dosage])[]> {
    const own = choices[at]
    if (own === undefined) yield []
    else for (const choice of own) for (const rest of combine(at + 1)) yield [choice, ...rest]
  }
  for (const combination of combine(0)) yield new Map(combination)
}

/**
 * Every pair of a plain locus. Of the cis locus every dosage of up to six variants, by their number, out of
 * enough of them that each expression class has two members and each variant that a rule names is among them.
 */
function dosagesOf(locus: ModelLocus): readonly (readonly Dosage[])[] {
  const all = locus.alleles.map((_, allele) => allele)
  if (!locus.cis)
    return [
      all.flatMap((a) =>
        all.filter((b) => b >= a && (a !== b || a !== locus.noCopy)).map((b) => dosageOf(locus, [[a], [b]])),
      ),
    ]
  const named = 'To Rn SB1 DW1 DW5 DW10 DW19 DW20 DW22 DW27 DW32 DW34'.split(' ')
  const variants = named.map((name) => locus.alleles.indexOf(name))
  const wild: Pair = [[locus.wildType ?? 0], [locus.wildType ?? 0]]
  let level: Dosage[] = [dosageOf(locus, wild)]
  const found = [level]
  for (let carried = 1; carried <= 6; carried++) {
    level = level.flatMap((dosage) => {
      const last = Math.max(-1, ...carriedIn(locus, dosage))
      return variants
        .filter((variant) => variant > last)
        .flatMap((variant) =>
          [1, 2].map((copies) => {
            const more = dosage.slice()
            if (locus.wildType !== null) more[locus.wildType] = 0
            more[variant] = copies
            return more
          }),
        )
    })
    found.push(level)
  }
  return found
}

function carriedIn(locus: ModelLocus, dosage: Dosage): readonly number[] {
  return locus.alleles.flatMap((_, allele) =>
    allele !== locus.wildType && (dosage[allele] ?? 0) > 0 ? [allele] : [],
  )
}

function named(locus: ModelLocus, dosage: Dosage): Copies {
  return Object.fromEntries(locus.alleles.map((name, allele) => [name, dosage[allele] ?? 0]))
}

function locusAt(rules: Ruleset, index: number): ModelLocus {
  const locus = rules.model.loci[index]
  if (locus === undefined) throw new Error(`no locus ${index}`)
  return locus
}
