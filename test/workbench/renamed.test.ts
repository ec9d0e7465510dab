/**
 * Which coats a changed word renames, where the word depends on what stands beside it, and where others change places.
 */
import t from 'tap'
import { diffRules } from '../../src/workbench/diff/diff.js'
import { openSmallRules, type SmallRules } from '../model/small-rules.js'

type Row = Readonly<Record<string, unknown>>

const crest: Row = { token: 'crest', term: 'crested', place: 'after' }
const horn: Row = { token: 'horn', term: 'horned', place: 'after' }
const tail = (term: string, beside?: readonly string[]): Row => ({
  ...{ token: 'tail', term, place: 'after' },
  ...(beside === undefined ? {} : { beside }),
})

/** Three loci, of each of which two of three genotypes show; what is shown has the words given. */
const worded = (...modifiers: readonly Row[]): SmallRules => {
  const parts = ['crest', 'horn', 'tail']
  const shows = parts.map((part) => ({ id: part, when: { [part]: { has: 'X' } }, then: [part] }))
  return {
    loci: Object.fromEntries(parts.map((part) => [part, { alleles: { X: {}, n: {} } }])),
    tables: {
      parts: { hit: 'collect', reads: parts, rules: [{ id: 'goat', when: {}, then: ['goat'] }, ...shows] },
    },
    words: { names: [{ tokens: ['goat'], term: 'goat' }], modifiers },
  }
}

t.test('a word that depends on what stands beside it renames those coats and no other', async (t) => {
  const before = await openSmallRules(
    t.testdir({}),
    worded(crest, horn, tail('plumed', ['crest']), tail('tailed')),
  )
  const renamed = async (name: string, ...modifiers: readonly Row[]): Promise<readonly string[]> => {
    const { changed, names, version } = diffRules(
      before,
      await openSmallRules(t.testdir({ [name]: {} }), worded(...modifiers)),
    )
    t.equal(changed, 0n)
    t.equal(version.needed, names.length === 0 ? 'none' : 'major')
    return names.map((each) => `${each.tokens.join(' ')}: ${each.before} > ${each.after}, ${each.genotypes}`)
  }
  t.same(await renamed('same', crest, horn, tail('plumed', ['crest']), tail('tailed')), [])
  t.same(await renamed('the word beside', crest, horn, tail('fringed', ['crest']), tail('tailed')), [
    'tail: Goat crested plumed > Goat crested fringed, 12',
  ])
  t.same(await renamed('the word elsewhere', crest, horn, tail('plumed', ['crest']), tail('swishing')), [
    'tail: Goat tailed > Goat swishing, 6',
  ])
  t.same(await renamed('beside more', crest, horn, tail('plumed', ['crest', 'horn']), tail('tailed')), [
    'tail: Goat horned tailed > Goat horned plumed, 4',
  ])
  t.same(await renamed('beside another', crest, horn, tail('plumed', ['horn']), tail('tailed')), [
    'tail: Goat horned tailed > Goat horned plumed, 8',
  ])
  t.same(await renamed('beside nothing', crest, horn, tail('tailed')), [
    'tail: Goat crested plumed > Goat crested tailed, 12',
  ])
})

t.test('a word that changes is told apart from words that change places', async (t) => {
  const before = await openSmallRules(t.testdir({}), worded(crest, horn, tail('tailed')))
  const after = await openSmallRules(t.testdir({ after: {} }), worded(horn, crest, tail('swishing')))
  t.same(
    diffRules(before, after).names.map((each) => `${each.tokens.join(' ')}: ${each.before} > ${each.after}`),
    ['tail: Goat tailed > Goat swishing', ': Goat crested horned > Goat horned crested'],
  )
})
