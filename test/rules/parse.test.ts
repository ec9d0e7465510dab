import t from 'tap'
import { formatDiagnostic } from '../../src/rules/diagnostic.js'
import { parseFile } from '../../src/rules/yaml/parse.js'
import { step } from '../../src/rules/yaml/parsed-file.js'

const parse = (text: string) => parseFile({ file: 'rules/x.yaml', name: 'x.yaml', text })
const told = (text: string) => parse(text).diagnostics.map((one) => formatDiagnostic(one).split('\n')[0])

t.test('any value and any key can be found again in the file', (t) => {
  const { parsed } = parse('rules:\n  - { id: one, when: { a/b: [E, e] } }\n  - id: two\n    then:\n')
  const at = (pointer: string) => {
    const { line, column } = parsed?.placeOf(pointer) ?? { line: 0, column: 0 }
    return `${line}:${column}`
  }
  t.equal(at(''), '1:1')
  t.equal(at('/rules'), '2:3')
  t.equal(at('/rules/0/id'), '2:11')
  t.equal(at(`/rules/0/when${step('a/b')}/1`), '2:33')
  t.equal(at('/rules/1'), '3:5')
  t.equal(at('/rules/1/then'), '4:5', 'an empty value is found at its key')
  t.equal(at('/nowhere'), '1:1')
  t.match(parsed?.placeOfKey('/rules/0/when'), { file: 'rules/x.yaml', line: 2, column: 16 })
  t.end()
})

t.test('words are text, whatever other YAML versions make of them, if they have quotes', (t) => {
  const { parsed, diagnostics } = parse(
    'a: ["n", \'yes\', "off"]\nb: [nd1, No1, Oner, D]\nc: [true, 1, null]\n',
  )
  t.same(diagnostics, [])
  t.same(parsed?.value, { a: ['n', 'yes', 'off'], b: ['nd1', 'No1', 'Oner', 'D'], c: [true, 1, null] })
  t.end()
})

t.test('every word that YAML 1.1 takes for true or false needs quotes', (t) => {
  const words = ['n', 'N', 'y', 'Y', 'no', 'No', 'NO', 'yes', 'on', 'ON', 'off', 'Off']
  for (const word of words) t.match(told(`a: ${word}`), [/^rules\/x\.yaml:1:4 UNQUOTED_N/], word)
  t.match(told('n: a'), [/^rules\/x\.yaml:1:1 UNQUOTED_N/], 'as a key')
  t.match(told('[a, [n]]'), [/^rules\/x\.yaml:1:6 UNQUOTED_N/], 'in a list')
  t.same(told('a: |\n  no\n'), [], 'not inside a block of text')
  t.end()
})

t.test('a file with an unquoted word can still be checked for its other faults', (t) => {
  t.same(parse('a: n').parsed?.value, { a: 'n' })
  t.end()
})

t.test('of several syntax errors only the first is told: the rest are its echoes', (t) => {
  t.match(told('- a\nb: 1\nc'), [/^rules\/x\.yaml:2:1 PARSE/])
  t.end()
})

t.test('a YAML warning is an error', (t) => {
  t.match(told('a: !unheard b'), [/^rules\/x\.yaml:1:4 PARSE a tag/])
  t.end()
})

t.test('a rare syntax error is told in the words of the YAML library', (t) => {
  t.match(told('a: &b &c d'), [/PARSE not valid YAML: .*\.$/])
  t.end()
})

t.test('no alias is followed, so that no bomb can go off', (t) => {
  const lines = Array.from({ length: 30 }, (_, i) => `a${i}: &a${i} [${`*a${i - 1}, `.repeat(9)}]`)
  t.match(told(['a: &a-1 x', ...lines].join('\n')), [/PARSE \*a-1 repeats/])
  t.equal(parse('a: &b 1\nc: *b').parsed, undefined)
  t.end()
})

t.test('brackets without end are told, not followed', (t) => {
  for (const depth of [40, 2_000])
    t.match(told('['.repeat(depth) + ']'.repeat(depth)), [/PARSE.*nested/], `${depth}`)
  t.end()
})

t.test('no key of a file becomes a property that JavaScript itself reads', (t) => {
  for (const key of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
    const { parsed, diagnostics } = parse(`a:\n  ${key}: { polluted: true }`)
    t.equal(parsed, undefined)
    t.match(diagnostics, [{ code: 'UNKNOWN_KEY', place: { line: 2, column: 3 } }])
  }
  t.equal(({} as { polluted?: boolean }).polluted, undefined)
  t.end()
})

t.test('a merge key is a key like any other', (t) => {
  t.same(parse('<<: { a: 1 }').parsed?.value, { '<<': { a: 1 } })
  t.end()
})

t.test('a key of any scalar kind is read as it is written', (t) => {
  t.same(parse('1: a\ntrue: b').parsed?.value, { 1: 'a', true: 'b' })
  t.match(told('? [a]\n: b'), [/PARSE a key must be a single word/])
  t.match(told('? \n: b'), [/PARSE a key must be a single word/])
  t.end()
})

t.test('many keys in one block are checked in linear time', (t) => {
  const text = Array.from({ length: 30_000 }, (_, i) => `k${i}: 1`).join('\n')
  t.match(told(`${text}\nk7: 2`), [/^rules\/x\.yaml:30001:1 DUPLICATE_ID "k7"/])
  t.end()
})
