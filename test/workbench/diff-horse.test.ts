/**
 * The animal that a diff shows is the same one under both rule sets, whatever each takes for granted; and what changes for
 * those who name no language, or a population.
 */
import t from 'tap'
import type { RuleTables } from '../../src/rules/tables.js'
import { diffRules } from '../../src/workbench/diff/diff.js'
import { compareStructure } from '../../src/workbench/diff/structure.js'
import { openSmallRules, type SmallLocus, type SmallRules } from '../model/small-rules.js'

const goats = (quill: SmallLocus, tailed: unknown): SmallRules => ({
  loci: { quill, tail: { alleles: { T: {}, n: {} } } },
  tables: {
    quills: {
      hit: 'collect',
      reads: ['quill'],
      rules: [
        { id: 'goat', when: {}, then: ['goat'] },
        { id: 'quilled', when: { quill: ['Q', 'Q'] }, then: ['quilled'] },
      ],
    },
    tail: {
      hit: 'collect',
      reads: ['tail'],
      rules: [{ id: 'tailed', when: { tail: tailed }, then: ['tailed'] }],
    },
  },
  words: {
    names: [{ tokens: ['goat'], term: 'goat' }],
    modifiers: ['quilled', 'tailed'].map((token) => ({ token, term: token, place: 'after' })),
  },
})
const wildN: SmallLocus = { alleles: { Q: {}, n: {} } }
const wildQ: SmallLocus = { alleles: { n: {}, Q: {} } }

t.test('what only one rule set takes for granted is written out', async (t) => {
  const looks = async (name: string, was: SmallLocus, is: SmallLocus): Promise<unknown> => {
    const folder = t.testdir({ [name]: {} })
    const before = await openSmallRules(`${folder}/${name}/a`, goats(was, ['T', 'T']))
    const after = await openSmallRules(`${folder}/${name}/b`, goats(is, { has: 'T' }))
    return diffRules(before, after).looks.map(({ genotype, names }) => [genotype, names['en']])
  }
  t.same(await looks('wild', wildN, wildQ), [
    ['quill=Q/Q tail=T/n', { before: 'Goat quilled', after: 'Goat quilled tailed' }],
  ])
  t.same(await looks('optional', { ...wildN, required: true }, wildN), [
    ['quill=n/n tail=T/n', { before: 'Goat', after: 'Goat tailed' }],
  ])
})

t.test('another first language, or a population that goes, is another answer', async (t) => {
  const { source } = (await openSmallRules(t.testdir({}), goats(wildN, ['T', 'T']))).model
  const speaking = (...languages: string[]): RuleTables => ({
    ...source,
    manifest: { ...source.manifest, languages },
  })
  t.same(compareStructure(speaking('en', 'fr'), speaking('fr', 'en')), [
    { bump: 'major', what: 'the default language is fr, was en' },
  ])
  t.same(compareStructure(speaking('en', 'fr'), speaking('en', 'fr')), [])
  const { place } = source.manifest
  const withShare = (share: number): RuleTables => {
    const copies = [{ copy: 'T', share, of: 10, low: share, high: share, place }]
    const herd = { population: 'herd', name: 'Herd', others: 'unstated', covers: {}, place }
    const loci = [{ locus: 'tail', interval: 'unknown', cite: [], verified: false, place, copies }]
    return { ...source, populations: [{ ...herd, loci }] as unknown as RuleTables['populations'] }
  }
  t.same(compareStructure(withShare(3), withShare(3)), [])
  t.match(compareStructure(withShare(3), withShare(4)), [
    { bump: 'minor', what: /herd has different frequencies/ },
  ])
  t.match(compareStructure(withShare(3), source), [{ bump: 'major', what: 'the population herd is gone' }])
  t.match(compareStructure(source, withShare(3)), [{ bump: 'minor', what: 'the population herd is new' }])
})
