/**
 * The workbench's analyses against listing every genotype, on random rule sets small enough for it.
 */
import path from 'node:path'
import t from 'tap'
import type { Ruleset } from '../../src/operations/ruleset.js'
import { openRuleset, type OpenedRuleset } from '../../src/operations/open-ruleset.js'
import { measureCoverage } from '../../src/workbench/coverage.js'
import { diffRules } from '../../src/workbench/diff/diff.js'
import { effectOf } from '../../src/workbench/check/rule-texts.js'
import { readGiven } from '../../src/workbench/examples/given.js'
import { reviewRules } from '../../src/workbench/check/review.js'
import { trySmallRules, type SmallRules } from '../model/small-rules.js'
import { seeded } from '../phenotypes/random-horse.js'
import { everyHorse, randomRules, revised } from './random-rules.js'

const SETS = 40
const random = seeded(4711)

/** Opens it whatever its names: an ambiguous one has a draft. */
async function open(folder: string, rules: SmallRules): Promise<OpenedRuleset & { readonly draft: Ruleset }> {
  await trySmallRules(folder, rules)
  const opened = await openRuleset({
    rulesDir: path.join(folder, 'rules'),
    localesDir: path.join(folder, 'locales'),
    maxResults: 1000,
  })
  const { draft } = opened
  const errors = opened.diagnostics.filter(({ code }) => code !== 'AMBIGUOUS_NAME')
  if (draft === undefined || errors.length > 0) throw new Error(JSON.stringify(errors))
  return { ...opened, draft }
}

interface Listed {
  /** Sorted visible tokens and viability. */
  readonly look: string
  readonly tokens: string
  readonly name: string
}

function list(ruleset: Ruleset): readonly Listed[] {
  return everyHorse(ruleset).map((horse) => {
    const { coat } = ruleset.phenotypes.of(horse)
    const tokens = [...coat.tokens].sort().join(' ')
    const viability =
      coat.viability === undefined ? '' : `${coat.viability.status} ${coat.viability.evidence}`
    return { tokens, look: `${tokens} | ${viability}`, name: ruleset.nameOf(coat, 'en') }
  })
}

t.test('coats counted over the whole space are those that listing finds', async (t) => {
  let ambiguous = 0
  let renamed = 0
  let relooked = 0
  for (let i = 0; i < SETS; i++) {
    const rules = randomRules(random)
    const [one, two] = [
      await open(t.testdir({}), rules),
      await open(path.join(t.testdirName, 'second'), revised(random, rules)),
    ]
    const [before, after] = [list(one.draft), list(two.draft)]

    // Names that several looks share.
    const byName = new Map<string, Set<string>>()
    for (const { name, tokens } of before) byName.set(name, (byName.get(name) ?? new Set()).add(tokens))
    const shared = [...byName].filter(([, looks]) => looks.size > 1).map(([name]) => name)
    const told = one.diagnostics.map(
      ({ what }) => /calls two visible phenotypes "([^"]*)"/.exec(what)?.[1] ?? '',
    )
    t.equal(told.length > 0, shared.length > 0, 'ambiguous names are found, and only where they are')
    t.ok(
      told.every((name) => shared.includes(name)),
      'no false alarm',
    )
    for (const { examples = [] } of one.diagnostics) {
      const names = examples.map((text) => nameOf(one.draft, text))
      t.equal(names.length, 2)
      t.equal(names[0], names[1], 'both horses that are shown have the name')
    }
    if (shared.length > 0) ambiguous++

    // What changes.
    const diff = diffRules(one.draft, two.draft)
    const changed = before.filter(({ look }, n) => look !== after[n]?.look).length
    t.equal(diff.genotypes, BigInt(before.length))
    t.equal(diff.changed, BigInt(changed))
    t.equal(diff.looks.length > 0, changed > 0)
    const otherwise = before.filter(
      ({ look, name }, n) => look === after[n]?.look && name !== after[n]?.name,
    ).length
    t.equal(
      diff.names.reduce((sum, { genotypes }) => sum + genotypes, 0n),
      BigInt(otherwise),
    )
    for (const { genotype, before: was, after: is } of diff.names) {
      t.strictSame([nameOf(one.draft, genotype), nameOf(two.draft, genotype)], [was, is])
      t.not(was, is)
    }
    t.equal(diff.version.needed === 'major', changed + otherwise > 0, 'a changed genotype or name is major')
    if (otherwise > 0) renamed++
    if (changed > 0) relooked++

    const { space } = measureCoverage(one.draft)
    t.equal(space.named, space.genotypes)
  }
  t.ok(ambiguous > 3 && ambiguous < SETS - 5, `${ambiguous} of ${SETS} name two looks alike`)
  t.ok(renamed > 5 && relooked > 5, `${renamed} rename, ${relooked} change a look`)
})

function nameOf(ruleset: Ruleset, text: string): string {
  const given = text.split(' ').map((gene) => {
    const [locus = '', alleles = ''] = gene.split('=')
    return [locus, alleles.split('/')] as const
  })
  const horse = readGiven(ruleset, Object.fromEntries(given))
  if (typeof horse === 'string') throw new Error(`${text}: ${horse}`)
  return ruleset.nameOf(ruleset.phenotypes.of(horse).coat, 'en')
}

t.test('rules that never decide, and rules nobody would miss, are those that listing finds', async (t) => {
  const seen: Record<string, number> = { UNREACHABLE: 0, SHADOWED: 0, REDUNDANT: 0 }
  for (let i = 0; i < SETS; i++) {
    const { draft } = await open(t.testdir({}), randomRules(random))
    const expected = new Set<string>()
    const horses = everyHorse(draft).map((horse) => draft.phenotypes.of(horse).outcomes)
    draft.model.tables.forEach(({ source }, table) => {
      const outcomes = new Set(horses.map((each) => each[table]))
      for (const rule of source.rules) {
        const decides = [...outcomes].filter((outcome) => outcome?.fired.includes(rule))
        const passed = [...outcomes].some((outcome) => outcome?.overridden.includes(rule))
        if (decides.length === 0) expected.add(`${passed ? 'SHADOWED' : 'UNREACHABLE'} ${rule.id}`)
        else {
          const missed = decides.some((outcome) => {
            const { fired = [], overridden = [] } = outcome ?? {}
            const rest =
              source.hit === 'collect' ? fired.filter((other) => other !== rule) : overridden.slice(0, 1)
            const left = source.hit !== 'collect' && rest.length === 0
            return left || effectOf(rest) !== effectOf(fired)
          })
          if (!missed && source.hit !== 'unique') expected.add(`REDUNDANT ${rule.id}`)
        }
      }
    })
    const found = reviewRules(draft, '2026-01-01')
      .filter(({ code }) => Object.hasOwn(seen, code))
      .map(({ code, what }) => `${code} ${/the rule (\S+?)[ :]/.exec(what)?.[1] ?? ''}`)
    t.strictSame([...found].sort(), [...expected].sort())
    for (const each of expected) {
      const [code = ''] = each.split(' ')
      seen[code] = (seen[code] ?? 0) + 1
    }
  }
  for (const [code, count] of Object.entries(seen)) t.ok(count >= 3, `${count} × ${code}`)
})
