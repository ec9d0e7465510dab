import t from 'tap'
import { nearest, suggestion } from '../../src/common/nearest.js'
import { editDistance } from '../../src/common/edit-distance.js'

t.test('a misspelt word finds the word meant', (t) => {
  const known = ['extension', 'agouti', 'matp', 'dun']
  for (const [slip, meant] of [
    ['extention', 'extension'],
    ['exetnsion', 'extension'],
    ['Agouti', 'agouti'],
    ['map', 'matp'],
    ['dunn', 'dun'],
  ] as const) {
    t.equal(nearest(slip, known), meant, slip)
  }
  t.end()
})

t.test('a word whose end is missing is recognised', (t) => {
  t.equal(nearest('alias', ['name', 'aliases']), 'aliases')
  t.equal(nearest('gleam', ['gilt', 'gleam/1', 'gleam/2']), 'gleam/1', 'a dose left out')
  t.equal(nearest('lea', ['lease']), undefined, 'but for short words')
  t.equal(nearest('gleam', ['gleaming']), undefined, 'and for long ends')
  t.equal(
    nearest('gleams', ['gleam/1', 'gleam']),
    'gleam',
    'nor is an end that is too much taken for one missing',
  )
  t.end()
})

t.test('nothing is suggested rather than something far-fetched', (t) => {
  t.equal(nearest('silver', ['agouti', 'matp', 'dun']), undefined)
  t.equal(nearest('x', ['y', 'e', 'n']), undefined, 'every letter is one edit from every other')
  t.equal(nearest('N', ['e', 'n']), 'n', 'but case alone is near')
  t.equal(nearest('', ['a', 'dun']), undefined)
  t.equal(nearest('dun', ['dun']), undefined, 'the word itself is no suggestion')
  t.end()
})

t.test('an absurdly long word costs nothing', (t) => {
  t.equal(nearest('a'.repeat(1_000_000), ['a'.repeat(1_000_000), 'a']), undefined)
  t.end()
})

t.test('ties go to the first candidate, fewer edits win', (t) => {
  t.equal(nearest('rost', ['roast', 'roost']), 'roast')
  t.equal(nearest('rowan', ['roam', 'roan']), 'roan')
  t.end()
})

t.test('edits are insertions, deletions, substitutions and swaps of neighbours', (t) => {
  t.equal(editDistance('', ''), 0)
  t.equal(editDistance('abc', ''), 3)
  t.equal(editDistance('abc', 'abd'), 1)
  t.equal(editDistance('abc', 'acb'), 1)
  t.equal(editDistance('kitten', 'sitting'), 3)
  t.end()
})

t.test('a suggestion is the near word, else the words that may stand there', (t) => {
  t.equal(suggestion('fist', ['unique', 'first']), 'did you mean "first"?')
  t.equal(suggestion('quux', ['unique', 'first']), 'use one of: unique, first.')
  t.equal(suggestion('quux', []), 'remove it.')
  t.end()
})
