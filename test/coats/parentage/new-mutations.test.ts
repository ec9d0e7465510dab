/** A variant that is known to arise anew makes a parentage unlikely instead of excluded. */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import type { ParentageAnswer } from '../../../src/operations/check-parentage/answer.js'
import { openRuleset } from '../../../src/operations/open-ruleset.js'
import { formatDiagnostic } from '../../../src/rules/diagnostic.js'
import { coatsOf } from '../../support/coats.js'
import { writeSmallRules } from '../../model/small-rules.js'

const folder = t.testdir()
writeSmallRules(folder, {
  loci: {
    white: {
      cis: true,
      alleles: {
        W1: { new_mutations: true, cite: ['paper'], verified: false },
        W2: {},
        To: {},
        n: {},
      },
    },
    grey: { alleles: { G: {}, n: {} } },
  },
  tables: {
    white: {
      hit: 'collect',
      reads: ['white'],
      rules: [
        { id: 'white-1', when: { white: { has: 'W1' } }, then: ['white'] },
        { id: 'white-2', when: { white: { has: 'W2' } }, then: ['white'] },
      ],
    },
    grey: {
      hit: 'collect',
      reads: ['grey'],
      rules: [{ id: 'grey', when: { grey: { has: 'G' } }, then: ['grey'] }],
    },
  },
})
const gene = path.join(folder, 'rules/genes/white.yaml')
const references = { paper: { title: 'A paper', verified: false } }
writeFileSync(gene, JSON.stringify({ ...(JSON.parse(readFileSync(gene, 'utf8')) as object), references }))
const { ruleset, diagnostics } = await openRuleset({
  rulesDir: path.join(folder, 'rules'),
  localesDir: path.join(folder, 'locales'),
  maxResults: 50_000,
})
if (ruleset === undefined) throw new Error(diagnostics.map(formatDiagnostic).join('\n'))
const coats = coatsOf(ruleset)

function checked(foal: object, mother: object, father: object): ParentageAnswer {
  return coats.answer('coats.checkParentage', { foal, mother, father }, 'en') as ParentageAnswer
}
const white = (...copies: string[]): object => ({ others: { white: copies } })
const plain = white('n')

t.test('a tested foal with such a variant is unlikely of two parents without it', (t) => {
  const answer = checked(white('W1', 'n'), plain, plain)
  t.match(answer, {
    possible: true,
    excluded_by: [],
    if_only_mother: true,
    if_only_father: true,
    unlikely: [{ genes: ['white'], parent: 'pair', new_variants: ['W1'], unless: /W1 is new/ }],
  })
  t.equal(answer.unlikely[0]?.facts.length, 3)
  t.end()
})

t.test('another variant of the same gene excludes', (t) => {
  t.match(checked(white('W2', 'n'), plain, plain), {
    possible: false,
    unlikely: [],
    excluded_by: [{ parent: 'pair' }],
  })
  t.end()
})

t.test('what lies beside the new variant on its copy is still inherited', (t) => {
  t.equal(checked(white('To+W1', 'n'), white('To'), plain).possible, true)
  t.equal(checked(white('To+W1', 'n'), plain, plain).possible, false)
  t.end()
})

t.test('one copy may be new, not both', (t) => {
  t.equal(checked(white('W1', 'W1'), plain, plain).possible, false)
  t.equal(checked(white('W1', 'W1'), white('W1', 'n'), plain).possible, true)
  t.end()
})

t.test('an observed coat may come from a new variant, if its test does not say otherwise', (t) => {
  const seen = { has: ['white'], certain: true }
  const untested = { others: { white: ['?', '?'] }, seen }
  t.match(checked(untested, plain, plain), { possible: true, unlikely: [{ new_variants: ['W1'] }] })
  const tested = { others: { white: ['!W1', '!W1'] }, seen }
  t.match(checked(tested, plain, plain), { possible: false, unlikely: [] })
  t.end()
})

t.test('other genes still exclude', (t) => {
  const foal = { others: { white: ['W1', 'n'], grey: ['G', 'n'] } }
  const parent = { others: { white: ['n'], grey: ['n', 'n'] } }
  t.match(checked(foal, parent, parent), {
    possible: false,
    excluded_by: [{ genes: ['grey'] }],
    unlikely: [{ genes: ['white'] }],
  })
  t.end()
})
