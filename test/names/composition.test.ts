/**
 * How names are put together, rule by rule: longest set first, every token spoken for once, modifiers in reading
 * order, wraps outermost.
 */
import t from 'tap'
import { buildLexicon, type Lexicon } from '../../src/naming/lexicon.js'
import { nameCoat } from '../../src/naming/name.js'
import type { LocaleTable, Term } from '../../src/rules/tables.js'
import { shippedRulesetAsWritten } from '../phenotypes/shipped.js'

const ruleset = await shippedRulesetAsWritten()
const { source } = ruleset.model
const lexiconIn = (language: string): Lexicon => ruleset.lexicons.get(language) as Lexicon

t.test('the order in which tokens arrive means nothing', (t) => {
  const tokens = ['black', 'cream/1', 'pearl', 'dun', 'silver', 'roan', 'tobiano', 'leopard', 'grey']
  for (const lexicon of ruleset.lexicons.values()) {
    t.equal(nameCoat(lexicon, [...tokens].reverse()), nameCoat(lexicon, tokens))
  }
  t.end()
})

t.test('a word that goes around a name stands alone where there is no other word', (t) => {
  const names = ['en', 'fr', 'de'].map((language) => nameCoat(lexiconIn(language), ['grey']))
  t.same(names, ['Grey', 'Gris', 'Schimmel'])
  t.end()
})

t.test(
  'the longest set wins, a tie goes to the first in the file, and matching goes on with what is left',
  (t) => {
    const name = naming({
      names: [
        { tokens: ['a'], term: 'alpha' },
        { tokens: ['b'], term: 'beta' },
        { tokens: ['a', 'b'], term: 'alphabet' },
        { tokens: ['b', 'c'], term: 'because' },
        { tokens: ['a', 'b', 'd'], term: 'abdomen' },
      ],
      modifiers: [
        { tokens: ['c'], position: 'after', term: 'see' },
        { tokens: ['d'], position: 'before', term: 'dear' },
      ],
    })
    t.equal(name('a'), 'Alpha')
    t.equal(name('a', 'b'), 'Alphabet')
    t.equal(name('a', 'b', 'c'), 'Alphabet see', 'the tie of two sets of two goes to the first')
    t.equal(name('b', 'c', 'd'), 'Dear because')
    t.equal(name('a', 'b', 'c', 'd'), 'Abdomen see')
    t.end()
  },
)

t.test('modifiers stand in reading order, before and after the phrase, wraps around all of it', (t) => {
  const name = naming({
    names: [{ tokens: ['a'], term: 'alpha' }],
    modifiers: [
      { tokens: ['q'], position: 'wrap', term: 'quoted ({name})' },
      { tokens: ['r'], position: 'wrap', term: 'really {name}' },
      { tokens: ['b'], position: 'before', term: 'big' },
      { tokens: ['s'], position: 'after', term: 'small' },
      { tokens: ['d'], position: 'before', term: 'dear' },
      { tokens: ['e'], position: 'after', term: 'end' },
    ],
  })
  t.equal(name('e', 'd', 's', 'b', 'a'), 'Big dear alpha small end')
  t.equal(name('q', 'a', 'b', 'e'), 'Quoted (big alpha end)')
  t.equal(name('r', 'q', 'a'), 'Really quoted (alpha)', 'the later wrap is the outer one')
  t.end()
})

t.test('a word of a row with beside is used only where one of those tokens is seen, spoken or not', (t) => {
  const name = naming({
    names: [
      { tokens: ['a'], term: 'alpha' },
      { tokens: ['a', 'r'], term: 'roan alpha' },
    ],
    modifiers: [
      { tokens: ['r'], position: 'after', term: 'roan' },
      { tokens: ['b'], position: 'after', term: 'pie b' },
      { tokens: ['c'], beside: ['b', 'r'], position: 'after', term: 'c' },
      { tokens: ['c'], position: 'after', term: 'pie c' },
    ],
  })
  t.equal(name('a', 'c'), 'Alpha pie c')
  t.equal(name('c', 'b', 'a'), 'Alpha pie b c')
  t.equal(name('a', 'c', 'r'), 'Roan alpha c', 'what another word has spoken for is still seen')
  t.end()
})

t.test('brackets within the brackets of a wrap are square', (t) => {
  const name = naming({
    names: [{ tokens: ['a'], term: 'alpha (first)' }],
    modifiers: [
      { tokens: ['w'], position: 'wrap', term: 'grey (born {name})' },
      { tokens: ['v'], position: 'wrap', term: 'very {name}' },
    ],
  })
  t.equal(name('a', 'w'), 'Grey (born alpha [first])')
  t.equal(name('a', 'v'), 'Very alpha (first)')
  t.end()
})

t.test('a fused modifier competes by length with names', (t) => {
  const name = naming({
    names: [
      { tokens: ['a'], term: 'alpha' },
      { tokens: ['a', 'b'], term: 'alphabet' },
      { tokens: ['b'], term: 'beta' },
    ],
    modifiers: [
      { tokens: ['b', 'c', 'd'], position: 'after', term: 'fused' },
      { tokens: ['c'], position: 'after', term: 'see' },
      { tokens: ['d'], position: 'after', term: 'dee' },
    ],
  })
  t.equal(name('a', 'b', 'c', 'd'), 'Alpha fused')
  t.equal(name('a', 'b', 'c'), 'Alphabet see')
  t.end()
})

t.test('terms agree in gender and number; a plain word is invariable', (t) => {
  const rows = {
    names: [{ tokens: ['a'], term: { m: 'noir', f: 'noire', mp: 'noirs', fp: 'noires' } }],
    modifiers: [
      { tokens: ['b'], position: 'after' as const, term: 'dun' },
      { tokens: ['c'], position: 'after' as const, term: { m: 'rouan', f: 'rouanne' } },
      { tokens: ['w'], position: 'wrap' as const, term: { m: 'gris (né {name})', f: 'grise (née {name})' } },
    ],
  }
  const named = (gender: 'm' | 'f', number: 's' | 'p'): string =>
    naming(rows, { gender, number })('a', 'b', 'c', 'w')
  t.equal(named('m', 's'), 'Gris (né noir dun rouan)')
  t.equal(named('f', 's'), 'Grise (née noire dun rouanne)')
  t.equal(named('m', 'p'), 'Gris (né noirs dun rouan)')
  t.end()
})

t.test('the first letter is a capital, also where it has an accent', (t) => {
  const name = naming({ names: [{ tokens: ['a'], term: 'éclair' }], modifiers: [] })
  t.equal(name('a'), 'Éclair')
  t.end()
})

t.test('signs that mean something to a text replacement are plain text in a name', (t) => {
  const name = naming({
    names: [{ tokens: ['a'], term: "$& $1 $' alpha" }],
    modifiers: [{ tokens: ['w'], position: 'wrap', term: 'grey (born {name})' }],
  })
  t.equal(name('a', 'w'), "Grey (born $& $1 $' alpha)")
  t.end()
})

type Rows = {
  readonly names: readonly { readonly tokens: readonly string[]; readonly term: Term }[]
  readonly modifiers: readonly {
    readonly tokens: readonly string[]
    readonly beside?: readonly string[]
    readonly position: 'before' | 'after' | 'wrap'
    readonly term: Term
  }[]
}

/** Names coats of an invented language over the shipped rule set's other tables. */
function naming(
  rows: Rows,
  agreement: LocaleTable['agreement'] = { gender: 'm', number: 's' },
): (...tokens: string[]) => string {
  const [first] = source.locales
  if (first === undefined) throw new Error('no locale')
  const place = first.place
  const locale: LocaleTable = {
    ...first,
    agreement,
    names: rows.names.map((row) => ({ ...row, place })),
    modifiers: rows.modifiers.map((row) => ({ ...row, place })),
  }
  const lexicon = buildLexicon(locale)
  return (...tokens) => nameCoat(lexicon, tokens)
}
