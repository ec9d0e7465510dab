/**
 * What tables mean, on invented rule sets: hit policies, tokens asked for, hiding, the gravest viability.
 */
import t from 'tap'
import type { Ruleset } from '../../src/operations/ruleset.js'
import type { Given } from '../../src/rules/tables.js'
import { openSmallRules, trySmallRules, type SmallRules } from './small-rules.js'
import { answerOffspring, answerResult } from '../support/exact-answers.js'

const ONE_LOCUS = { g: { alleles: { A: {}, B: {}, n: {} } } }

function visible(ruleset: Ruleset, others: Given): readonly string[] {
  return answerResult(ruleset, { base: {}, others, explain: true }, 'en').body.explain?.visible ?? []
}

function hidden(ruleset: Ruleset, others: Given): readonly string[] {
  const { explain } = answerResult(ruleset, { base: {}, others, explain: true }, 'en').body
  return (explain?.hidden ?? []).map(({ token, by }) => `${token} by ${by}`)
}

t.test('first: order decides, the rules passed over are told', async (t) => {
  const ruleset = await openSmallRules(t.testdir(), {
    loci: ONE_LOCUS,
    tables: {
      only: {
        hit: 'first',
        reads: ['g'],
        rules: [
          { id: 'a', when: { g: { has: 'A' } }, then: ['x'] },
          { id: 'b', when: { g: { has: 'B' } }, then: ['y'] },
          { id: 'rest', when: {}, then: ['z'] },
        ],
      },
    },
  })
  t.strictSame(visible(ruleset, { g: ['B', 'A'] }), ['x'])
  t.strictSame(visible(ruleset, { g: ['B', 'n'] }), ['y'])
  t.strictSame(visible(ruleset, {}), ['z'])
  const { explain } = answerResult(ruleset, { base: {}, others: { g: ['A', 'B'] }, explain: true }, 'en').body
  t.strictSame(
    explain?.rules.map(({ rule, status }) => `${rule} ${status}`),
    ['a fired', 'b overridden', 'rest overridden'],
  )
})

t.test('collect: every match adds its tokens, each once, in rule order', async (t) => {
  const ruleset = await openSmallRules(t.testdir(), {
    loci: ONE_LOCUS,
    tables: {
      only: {
        hit: 'collect',
        reads: ['g'],
        rules: [
          { id: 'always', when: {}, then: ['z'] },
          { id: 'b', when: { g: { has: 'B' } }, then: ['y', 'z'] },
          { id: 'a', when: { g: { has: 'A' } }, then: ['x', 'y'] },
        ],
      },
    },
  })
  t.strictSame(visible(ruleset, { g: ['A', 'B'] }), ['z', 'y', 'x'])
  t.strictSame(visible(ruleset, { g: ['A', 'A'] }), ['z', 'x', 'y'])
  t.strictSame(visible(ruleset, {}), ['z'])
})

/** Every kind of predicate on a plain locus, each as a token of its own. */
const PREDICATES: readonly (readonly [id: string, predicate: unknown, holdsFor: readonly string[]])[] = [
  ['pair', ['A', 'n'], ['A/n']],
  ['pair-turned', ['n', 'A'], ['A/n']],
  ['pair-same', ['A', 'A'], ['A/A']],
  ['has', { has: 'A' }, ['A/A', 'A/B', 'A/n']],
  ['none', { copies: 0, of: 'A' }, ['B/B', 'B/n', 'n/n']],
  ['one', { copies: 1, of: 'A' }, ['A/B', 'A/n']],
  ['two', { copies: 2, of: 'A' }, ['A/A']],
  ['wild', { has: 'n' }, ['A/n', 'B/n', 'n/n']],
  ['none-of', { none_of: ['A', 'B'] }, ['n/n']],
  ['expressed', { expression: 'bright' }, ['A/A', 'A/B', 'A/n', 'B/B', 'B/n']],
  ['expressed-0', { expression: 'bright', copies: 0 }, ['n/n']],
  ['expressed-1', { expression: 'bright', copies: 1 }, ['A/n', 'B/n']],
  ['expressed-2', { expression: 'bright', copies: 2 }, ['A/A', 'A/B', 'B/B']],
  ['expressed-same', { expression: 'bright', copies: 2, same: true }, ['A/A', 'B/B']],
  ['expressed-mixed', { expression: ['bright'], copies: 2, same: false }, ['A/B']],
  ['any', { any: [['A', 'A'], { copies: 2, of: 'B' }] }, ['A/A', 'B/B']],
  ['all', { all: [{ has: 'A' }, { has: 'B' }] }, ['A/B']],
  ['not', { not: { has: 'A' } }, ['B/B', 'B/n', 'n/n']],
  ['nested', { all: [{ not: { any: [{ has: 'A' }, ['n', 'n']] } }, { not: ['B', 'B'] }] }, ['B/n']],
]

t.test('every predicate holds exactly for the genotypes it describes', async (t) => {
  const ruleset = await openSmallRules(t.testdir(), {
    loci: { g: { alleles: { A: { expression: 'bright' }, B: { expression: 'bright' }, n: {} } } },
    tables: {
      always: { hit: 'first', reads: [], rules: [{ id: 'always', when: {}, then: ['always'] }] },
      all: {
        hit: 'collect',
        reads: ['g'],
        rules: PREDICATES.map(([id, g]) => ({ id, when: { g }, then: [id] })),
      },
    },
  })
  for (const pair of ['A/A', 'A/B', 'A/n', 'B/B', 'B/n', 'n/n']) {
    const expected = PREDICATES.filter(([, , holdsFor]) => holdsFor.includes(pair)).map(([id]) => id)
    t.strictSame(visible(ruleset, { g: pair.split('/') }), ['always', ...expected], pair)
  }
})

t.test('on a cis locus predicates count over both copies and stop counting at two', async (t) => {
  const ruleset = await openSmallRules(t.testdir(), {
    loci: {
      k: {
        cis: true,
        alleles: {
          P: { expression: 'x' },
          Q: { expression: 'x' },
          R: { expression: 'x' },
          S: { expression: 'y' },
          n: {},
        },
      },
    },
    tables: {
      all: {
        hit: 'collect',
        reads: ['k'],
        rules: [
          ['none', { expression: 'x', copies: 0 }],
          ['one', { expression: 'x', copies: 1 }],
          ['two', { expression: 'x', copies: 2 }],
          ['same', { expression: 'x', copies: 2, same: true }],
          ['mixed', { expression: 'x', copies: 2, same: false }],
          ['either', { expression: ['x', 'y'], copies: 2 }],
        ].map(([id, k]) => ({ id, when: { k }, then: [id] })),
      },
      always: { hit: 'collect', reads: [], rules: [{ id: 'always', when: {}, then: ['always'] }] },
    },
  })
  for (const [alleles, tokens] of [
    [['n'], ['none']],
    [
      ['S', 'S'],
      ['none', 'either'],
    ],
    [['P'], ['one']],
    [
      ['P', 'S'],
      ['one', 'either'],
    ],
    [
      ['P', 'P'],
      ['two', 'same', 'either'],
    ],
    [
      ['P', 'Q'],
      ['two', 'mixed', 'either'],
    ],
    [
      ['P+Q', 'n'],
      ['two', 'mixed', 'either'],
    ],
    [
      ['P+Q', 'P'],
      ['two', 'same', 'mixed', 'either'],
    ],
    [
      ['P+Q+R', 'P+Q+R'],
      ['two', 'same', 'mixed', 'either'],
    ],
    [
      ['P', 'Q', 'R'],
      ['two', 'mixed', 'either'],
    ],
  ] as const) {
    t.strictSame(visible(ruleset, { k: alleles }), [...tokens, 'always'], alleles.join('/'))
  }
})

t.test('a table sees the tokens of the tables before it, hidden or not', async (t) => {
  const ruleset = await openSmallRules(t.testdir(), {
    loci: { g: { alleles: { A: {}, n: {} } }, h: { alleles: { B: {}, n: {} } } },
    tables: {
      base: {
        hit: 'first',
        reads: ['g'],
        rules: [
          { id: 'a', when: { g: { has: 'A' } }, then: ['red', 'warm'] },
          { id: 'n', when: {}, then: ['blue'] },
        ],
      },
      veil: {
        hit: 'collect',
        reads: ['h'],
        rules: [{ id: 'veil', when: { h: ['B', 'B'] }, then: ['veil'], hides: 'all' }],
      },
      shine: {
        hit: 'collect',
        reads: ['h'],
        rules: [
          { id: 'glow', when: { h: { has: 'B' }, token: ['red', 'warm'] }, then: ['glow'], hides: ['warm'] },
          { id: 'frost', when: { h: { has: 'B' }, no_token: ['red'], token: 'blue' }, then: ['frost'] },
        ],
      },
      night: {
        hit: 'collect',
        reads: [],
        rules: [{ id: 'night', when: { token: 'glow', no_token: 'veil' }, then: ['night'] }],
      },
    },
  })
  t.strictSame(visible(ruleset, { g: ['A', 'n'] }), ['red', 'warm'])
  t.strictSame(visible(ruleset, { g: ['A', 'n'], h: ['B', 'n'] }), ['red', 'glow', 'night'])
  t.strictSame(hidden(ruleset, { g: ['A', 'n'], h: ['B', 'n'] }), ['warm by glow'])
  t.strictSame(visible(ruleset, { h: ['B', 'n'] }), ['blue', 'frost'])
  t.strictSame(visible(ruleset, { g: ['A', 'n'], h: ['B', 'B'] }), ['veil'])
  t.strictSame(
    hidden(ruleset, { g: ['A', 'n'], h: ['B', 'B'] }),
    ['red by veil', 'warm by veil', 'glow by veil'],
    'red is seen by the later table though it is hidden in the end; night is not given',
  )
})

t.test(
  'hiding: a list hides its tokens, all hides everything but the rule’s own and those named',
  async (t) => {
    const ruleset = await openSmallRules(t.testdir(), {
      loci: { g: { alleles: { A: {}, n: {} } }, h: { alleles: { B: {}, n: {} } } },
      tables: {
        base: {
          hit: 'collect',
          reads: [],
          rules: [{ id: 'base', when: {}, then: ['coat', 'mane', 'eyes'] }],
        },
        cover: {
          hit: 'collect',
          reads: ['g', 'h'],
          rules: [
            { id: 'mask', when: { g: { has: 'A' } }, then: ['mask'], hides: ['coat', 'late'] },
            { id: 'white', when: { h: { has: 'B' } }, then: ['white', 'skin'], hides: 'all', but: ['eyes'] },
          ],
        },
        last: { hit: 'collect', reads: [], rules: [{ id: 'late', when: {}, then: ['late'] }] },
      },
    })
    t.strictSame(visible(ruleset, {}), ['coat', 'mane', 'eyes', 'late'])
    t.strictSame(
      visible(ruleset, { g: ['A', 'n'] }),
      ['mane', 'eyes', 'mask'],
      'a token given later is hidden too',
    )
    t.strictSame(visible(ruleset, { h: ['B', 'n'] }), ['eyes', 'white', 'skin'])
    t.strictSame(visible(ruleset, { g: ['A', 'A'], h: ['B', 'B'] }), ['eyes', 'white', 'skin'])
    t.strictSame(hidden(ruleset, { g: ['A', 'n'], h: ['B', 'n'] }), [
      'coat by mask',
      'mane by white',
      'mask by white',
      'late by mask',
    ])
  },
)

t.test(
  'of two rules that each hide everything the earlier stays, so that no coat is left without a name',
  async (t) => {
    const ruleset = await openSmallRules(t.testdir(), {
      loci: { g: { alleles: { A: {}, n: {} } }, h: { alleles: { B: {}, n: {} } } },
      tables: {
        base: { hit: 'collect', reads: [], rules: [{ id: 'base', when: {}, then: ['coat', 'eyes'] }] },
        white: {
          hit: 'collect',
          reads: ['g'],
          rules: [{ id: 'white', when: { g: { has: 'A' } }, then: ['white'], hides: 'all', but: ['eyes'] }],
        },
        fog: {
          hit: 'collect',
          reads: ['h'],
          rules: [{ id: 'fog', when: { h: { has: 'B' } }, then: ['fog'], hides: 'all' }],
        },
      },
    })
    t.strictSame(visible(ruleset, { g: ['A', 'n'] }), ['eyes', 'white'])
    t.strictSame(visible(ruleset, { h: ['B', 'n'] }), ['fog'])
    t.strictSame(visible(ruleset, { g: ['A', 'n'], h: ['B', 'n'] }), ['eyes', 'white'])
    t.strictSame(hidden(ruleset, { g: ['A', 'n'], h: ['B', 'n'] }), ['coat by white', 'fog by white'])
  },
)

t.test('of several viabilities the gravest stands: lethal before suspected, then file order', async (t) => {
  const judged = (status: string, cause: string): object => ({
    viability: { status, evidence: 'weak', cause },
  })
  const ruleset = await openSmallRules(t.testdir(), {
    loci: { g: { alleles: { A: {}, n: {} } }, h: { alleles: { B: {}, n: {} } } },
    tables: {
      base: { hit: 'collect', reads: [], rules: [{ id: 'base', when: {}, then: ['coat'] }] },
      screen: {
        hit: 'collect',
        reads: ['g', 'h'],
        rules: [
          { id: 'one', when: { g: { has: 'A' } }, then: [], ...judged('suspected', 'first') },
          { id: 'two', when: { g: ['A', 'A'] }, then: [], ...judged('suspected', 'second') },
          { id: 'three', when: { h: ['B', 'B'] }, then: [], ...judged('lethal', 'third') },
        ],
      },
      later: {
        hit: 'collect',
        reads: ['h'],
        rules: [{ id: 'four', when: { h: { has: 'B' } }, then: [], ...judged('lethal', 'fourth') }],
      },
    },
  })
  const cause = (others: Given): string | undefined =>
    answerResult(ruleset, { base: {}, others, explain: true }, 'en').body.explain?.viability?.cause
  t.equal(cause({}), undefined)
  t.equal(cause({ g: ['A', 'n'] }), 'first.')
  t.equal(cause({ g: ['A', 'A'] }), 'first.')
  t.equal(cause({ g: ['A', 'A'], h: ['B', 'B'] }), 'third.')
  t.equal(cause({ g: ['A', 'A'], h: ['B', 'n'] }), 'fourth.')
  const parent = { base: {}, others: { g: ['A', 'n'], h: ['B', 'n'] } }
  const foals = answerOffspring(ruleset, { mother: parent, father: parent }, 'en').body
  t.equal(foals.live_foal_percentage, 25, 'three quarters carry B')
  t.equal(foals.suspected_loss_percentage, 18.75, 'of the rest three quarters carry A')
})

t.test('a gene may be read and never asked; a table may read none', async (t) => {
  const ruleset = await openSmallRules(t.testdir(), {
    loci: ONE_LOCUS,
    tables: { only: { hit: 'unique', reads: ['g'], rules: [{ id: 'always', when: {}, then: ['x'] }] } },
  })
  t.strictSame(visible(ruleset, { g: ['A', 'B'] }), ['x'])
})

t.test(
  'a wild type with an expression counts like any allele; on a cis locus, where it is an empty copy, it is refused',
  async (t) => {
    const rules = (cis: boolean): SmallRules => ({
      loci: { k: { cis, alleles: { P: { expression: 'x' }, n: { expression: 'x' } } } },
      tables: {
        only: {
          hit: 'first',
          reads: ['k'],
          rules: [
            { id: 'mixed', when: { k: { expression: 'x', copies: 2, same: false } }, then: ['mixed'] },
            { id: 'pure', when: { k: { expression: 'x', copies: 2 } }, then: ['pure'] },
            { id: 'rest', when: {}, then: ['rest'] },
          ],
        },
      },
    })
    const { ruleset, diagnostics } = await trySmallRules(t.testdir(), rules(true))
    t.equal(ruleset, undefined)
    t.match(diagnostics[0], { code: 'BAD_PAIR', what: /the wild type of k has the expression "x"/ })
    const plain = await openSmallRules(t.testdir({ plain: {} }) + '/plain', rules(false))
    t.strictSame(visible(plain, { k: ['n', 'n'] }), ['pure'])
    t.strictSame(visible(plain, { k: ['P', 'n'] }), ['mixed'])
    t.strictSame(visible(plain, { k: ['P', 'P'] }), ['pure'])
  },
)
