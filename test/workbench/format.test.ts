/**
 * The canonical form of rule files: what it keeps, whatever stands in them, and what it makes of it.
 */
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import t from 'tap'
import { parseFile } from '../../src/rules/parse.js'
import type { Kind } from '../../src/rules/schema.js'
import { formatFile } from '../../src/workbench/format.js'
import { commentsIn, filesOf, loose, untidy, withoutComments, type Tidy } from './untidy.js'

const SHIPPED = filesOf('')
const FIXTURES = [...filesOf('test/fixtures/unicorn/'), ...filesOf('test/fixtures/lanternfish/')]
/** Large files only repeat what small ones hold. */
const SMALL = [...SHIPPED, ...FIXTURES].filter(({ text }) => text.length < 6000)

const parse = (text: string) => parseFile({ file: 'rules/x.yaml', name: 'x.yaml', text })

function format(kind: Kind, text: string): string {
  const result = formatFile(kind, { file: 'rules/x.yaml', name: 'x.yaml', text })
  return result.outcome === 'formatted' ? result.text : JSON.stringify(result)
}

for (const { name, kind, text } of [...SHIPPED, ...FIXTURES]) {
  t.test(`${name} is in canonical form (npm run -s robe -- rules fmt writes it)`, async (t) => {
    t.equal(format(kind, text), text)
  })
}

const anyFile = (change: (tidy: Tidy) => fc.Arbitrary<string>) =>
  fc.constantFrom(...SMALL).chain((tidy) => change(tidy).map((text) => ({ tidy, text })))

t.test(
  'whatever a file looks like, it keeps its values and its comments, and is formatted once',
  async (t) => {
    let comments = 0
    fc.assert(
      fc.property(anyFile(untidy), ({ tidy, text }) => {
        const before = parse(text)
        const faults = before.diagnostics.filter(({ code }) => code !== 'UNQUOTED_N')
        fc.pre(faults.length === 0 && isDeepStrictEqual(before.parsed?.value, parse(tidy.text).parsed?.value))
        const formatted = format(tidy.kind, text)
        const after = parse(formatted)
        t.strictSame(after.diagnostics, [])
        if (!isDeepStrictEqual(after.parsed?.value, before.parsed?.value)) t.fail(`a value changed: ${text}`)
        if (commentsIn(text).join('\n') !== commentsIn(formatted).join('\n'))
          t.fail(`a comment changed: ${text}`)
        if (format(tidy.kind, formatted) !== formatted) t.fail(`it is not stable: ${text}`)
        t.notMatch(formatted, /[ \t]\n|\n\n\n|^\n|\n\n$|[^\n]$/, 'no idle white space')
        comments += commentsIn(formatted).length
        return t.passing()
      }),
      { numRuns: 80 },
    )
    t.ok(comments > 1000, `${comments} comments were placed`)
  },
)

t.test('indentation, padding, quotes of words and the order of keys are not the author’s', async (t) => {
  // Empty lines move with the keys below them.
  const dense = (text: string) => text.replaceAll(/^\n/gm, '')
  fc.assert(
    fc.property(anyFile(loose), ({ tidy: { kind, text: tidy }, text }) => {
      const [one, other] = [text, withoutComments(tidy)].map((each) => dense(format(kind, each)))
      if (one !== other) t.equal(one, other)
      return one === other
    }),
    { numRuns: 60 },
  )
})

/** What is written → what it becomes, as parts of a gene or epistasis file. */
const EXAMPLES: readonly (readonly [guarantee: string, kind: Kind, before: string, after: string])[] = [
  [
    'comments move with the key they stand above, and stay on the line they stand on',
    'epistasis',
    `rules:
  - why: no black pigment   # read twice
    # the only pair that does it
    when: {extension: [e,e]}
    id: base-chestnut # never rename
    # tokens, not names
    then: [chestnut]
`,
    `rules:
  - id: base-chestnut # never rename
    # the only pair that does it
    when: { extension: [e, e] }
    # tokens, not names
    then: [chestnut]
    why: no black pigment # read twice
`,
  ],
  [
    'a comment above a key that comes first behind its dash stands above the dash',
    'epistasis',
    `rules:
  - when: {}
    # the id
    id: rest
  - # what remains
    id: last
`,
    `rules:
  # the id
  - id: rest
    when: {}
  # what remains
  - id: last
`,
  ],
  [
    'the first lines are the file’s, whichever key stands below them',
    'gene',
    `# yaml-language-server: $schema=x
# Cream and pearl.
group: others

# sent by clients
locus: matp
`,
    `# yaml-language-server: $schema=x
# Cream and pearl.

# sent by clients
locus: matp
group: others
`,
  ],
  [
    'behind the last row a comment belongs to the block whose column it reaches',
    'gene',
    `alleles:
    Cr:
        name: cream
        # of Cr
    # of the alleles

    # still of the alleles
# of the wild type
wild_type: "n"
# of the file
`,
    `alleles:
  Cr:
    name: cream
    # of Cr
  # of the alleles

  # still of the alleles
# of the wild type
wild_type: "n"
# of the file
`,
  ],
  [
    'a comment in the column of a list without indentation belongs to the key below it',
    'epistasis',
    `rules:
- id: a
  # of a
# of the references
references: {}
`,
    `rules:
  - id: a
    # of a
# of the references
references: {}
`,
  ],
  [
    'empty lines above the first comment change nothing',
    'gene',
    `

# Cream and pearl.
group: others
locus: matp
`,
    `# Cream and pearl.
locus: matp
group: others
`,
  ],
  [
    'comments inside brackets open them into a block',
    'gene',
    `alleles:
  Cr: { # dilutes
    name: cream, cite: [mariat2003, # read
      # not read
      holl2019], verified: false # yet
    # more to come
  }
`,
    `alleles:
  Cr: # dilutes
    name: cream
    cite:
      - mariat2003 # read
      # not read
      - holl2019
    verified: false # yet
    # more to come
`,
  ],
  [
    'brackets and blocks are the author’s choice as long as they fit on their line',
    'gene',
    `alleles:
  A: {
    name: agouti,
    cite: [
      rieder2001
    ]
  }
  a:
    name: non-agouti
    cite:
    - rieder2001
  b: { name: ${'w'.repeat(63)}, aliases: [b1], verified: false }
  c: { name: ${'w'.repeat(64)}, aliases: [c1], verified: false }
`,
    `alleles:
  A: { name: agouti, cite: [rieder2001] }
  a:
    name: non-agouti
    cite:
      - rieder2001
  b: { name: ${'w'.repeat(63)}, aliases: [b1], verified: false }
  c:
    name: ${'w'.repeat(64)}
    aliases: [c1]
    verified: false
`,
  ],
  [
    'brackets inside brackets open one by one',
    'epistasis',
    `rules:
  - { id: a, when: { kit: { any: [{ copies: 2, of: DW5 }, { copies: 2, of: DW10 }, { copies: 2, of: DW22 }] } }, then: [] }
`,
    `rules:
  - id: a
    when: { kit: { any: [{ copies: 2, of: DW5 }, { copies: 2, of: DW10 }, { copies: 2, of: DW22 }] } }
    then: []
`,
  ],
  [
    'what YAML 1.1 reads as something else gets quotes, and a word that needs none loses them',
    'gene',
    `name: 'grey'
omia: "000629-9796"
position: 'a "quoted" word'
chromosome: '25'
alleles:
  n: { name: no, aliases: [N, 'G1', on, oFf, '12:30', "0x1F", =, ~, 0.10, 1_0] }
wild_type: 'n'
`,
    `name: grey
chromosome: "25"
position: 'a "quoted" word'
omia: "000629-9796"
alleles:
  "n": { name: "no", aliases: ["N", G1, "on", "oFf", "12:30", "0x1F", "=", null, 0.10, "1_0"] }
wild_type: "n"
`,
  ],
  [
    'quotes around several words are the author’s',
    'locale',
    `notes: { a: 'quoted words', b: plain words }
`,
    `notes: { a: "quoted words", b: plain words }
`,
  ],
  [
    'a text that does not fit on its line is folded, and a folded one keeps its lines while they fit',
    'linkage',
    `recombination:
  - why: >-
      Short lines
      stay.
  - why: About 62 million bases apart, at the mean rate of the linkage map; physical distance only, and no cross was counted. # sic
  - why: "A title that is quoted: ${'x'.repeat(90)}"
  - why: ${'y'.repeat(120)}
  - why: |
      kept
        as it is

      here
  - why: one line,
      broken anywhere
`,
    `recombination:
  - why: >-
      Short lines
      stay.
  - why: >- # sic
      About 62 million bases apart, at the mean rate of the linkage map; physical distance only,
      and no cross was counted.
  - why: >-
      A title that is quoted:
      ${'x'.repeat(90)}
  - why: ${'y'.repeat(120)}
  - why: |
      kept
        as it is

      here
  - why: one line, broken anywhere
`,
  ],
  [
    'of several empty lines one stays, and none at the begin of a block',
    'manifest',
    `

loci:

  - a


  - b

# tables follow



tables: []


`,
    `loci:
  - a

  - b

# tables follow

tables: []
`,
  ],
  [
    'the order of a list, of alleles, of loci and of languages is the author’s',
    'gene',
    `examples:
  - { fr: Noir, source: x, en: Black, given: { kit: [To, SB1], agouti: [b, a] } }
alleles: { b: { name: b }, a: { name: a } }
`,
    `alleles: { b: { name: b }, a: { name: a } }
examples:
  - { given: { kit: [To, SB1], agouti: [b, a] }, fr: Noir, en: Black, source: x }
`,
  ],
  [
    'what a rule asks of tokens stands behind what it asks of loci',
    'epistasis',
    `rules: [{ id: a, then: [], when: { no_token: dun, token: bay, kit: { of: To, copies: 1 } } }]
`,
    `rules: [{ id: a, when: { kit: { copies: 1, of: To }, token: bay, no_token: dun }, then: [] }]
`,
  ],
  [
    'a block with a key that nobody knows keeps its order',
    'epistasis',
    `rules:
  - { then: [], id: a, wen: { kit: { of: To, copies: 1 } } }
`,
    `rules:
  - { then: [], id: a, wen: { kit: { of: To, copies: 1 } } }
`,
  ],
  [
    'anchors, tags, directives and null stay what they are',
    'gene',
    `# above
%YAML 1.2
--- # beside
&file
alleles: &all { A: &a { name: !!str 22 }, b: ~ , c: }
wild_type:
...
`,
    `%YAML 1.2
---
# above
# beside
&file
alleles: &all { A: &a { name: !!str "22" }, b: null, c }
wild_type:
`,
  ],
  [
    'empty brackets stay where they are, however long the line',
    'gene',
    `references: { ${'r'.repeat(120)}: { } }`,
    `references:\n  ${'r'.repeat(120)}: {}\n`,
  ],
  ['a file of comments keeps them', 'gene', `\n# one\n\n\n# two`, `# one\n\n# two\n`],
  ['a file of nothing stays one', 'gene', '', ''],
  [
    'a file in one pair of brackets is a file like any other',
    'linkage',
    `{"chromosome": "3", "group": "eca3"}`,
    `{ group: eca3, chromosome: "3" }\n`,
  ],
]

for (const [guarantee, kind, before, after] of EXAMPLES) {
  t.test(guarantee, async (t) => {
    t.equal(format(kind, before), after)
    t.equal(format(kind, after), after)
  })
}

t.test('line ends and byte order marks of other systems go', async (t) => {
  const text = '\uFEFF# a\r\nlocus: x # b\r\n\r\n\r\nname: "c\r\n  d"\r\nposition: |\r\n  e\r\n\r\n  f\r\n'
  t.equal(format('gene', text), '# a\nlocus: x # b\n\nname: "c d"\nposition: |\n  e\n\n  f\n')
})

t.test(
  'what does not parse is told as loading tells it, but for quotes, which formatting mends',
  async (t) => {
    const told = (text: string) => {
      const result = formatFile('gene', { file: 'rules/x.yaml', name: 'x.yaml', text })
      return result.outcome === 'faulty' ? result.diagnostics : result.outcome
    }
    for (const text of [
      'a: [b',
      'a: 1\na: 2',
      '__proto__: 1',
      'a: *b',
      'a: &b 1\nc: *b',
      '\ta: b',
      'a: !x b',
    ])
      t.same(told(text), parse(text).diagnostics, text)
    t.same(told(`${'['.repeat(40)}${']'.repeat(40)}`), parse('['.repeat(40) + ']'.repeat(40)).diagnostics)
    t.equal(told('a: no'), 'formatted')
    t.match(told('a: no\na: 2'), [{ code: 'DUPLICATE_ID' }], 'the quotes need no telling')
  },
)

t.test('a text that says something else is never handed on, whatever wrote it', async (t) => {
  const file = {
    file: 'rules/x.yaml',
    name: 'x.yaml',
    text: '# a\nalleles: { A: { name: x }, B: { name: b } }\n',
  }
  const written: readonly (readonly [string, string])[] = [
    ['alleles: {', 'its text could not be read again'],
    ['# a\nalleles: { A: { name: x }, B: { name: no } }', 'its text could not be read again'],
    ['# a\nalleles: { A: { name: x }, B: { name: c } }', 'a value would change'],
    ['# a\nalleles: { A: { name: x } }', 'a value would change'],
    ['# a\nalleles: { B: { name: b }, A: { name: x } }', 'the order of keys would change'],
    ['alleles: { A: { name: x }, B: { name: b } }', 'a comment would be lost or changed'],
    ['# a\n# a\nalleles: { A: { name: x }, B: { name: b } }', 'a comment would be lost or changed'],
  ]
  for (const [text, what] of written)
    t.same(
      formatFile('gene', file, () => text),
      { outcome: 'defect', what },
    )
  t.match(
    formatFile('gene', file, () => file.text),
    { outcome: 'formatted' },
  )
})

t.test('a large file is formatted like a small one', async (t) => {
  const row = '  - { title: x, given: { extension: [E, e] }, en: Bay } # seen\n'
  const text = `horses:\n${row.repeat(5_000)}`
  t.equal(format('horses', text), text)
  const line = `horses: [${'{ given: { a: [b, c] } }, '.repeat(5_000)}{}]\n`
  t.equal(format('horses', line).split('\n').length, 5_003)
})
