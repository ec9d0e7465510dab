/**
 * What counts as shown on a page, and how a page is brought up to date.
 */
import t from 'tap'
import { consoleBlock, isShownAs, refreshed, sessionsOf, wordsOf } from './console.js'

const PRINTED = 'Rules 1.0.0+abc: 4 loci\nfirst\nsecond   12 of 13\nlast\n'

t.test(
  'dots stand for any lines, or for any text of a line, and everything else must be there',
  async (t) => {
    for (const shown of [
      PRINTED,
      'Rules 1.0.0+…: 4 loci\n…\n',
      '…\nsecond   12 of 13\nlast\n',
      '…\nfirst\nsecond…\n…\n',
      'Rules …\n…\nsecond  12 of 13\n…\n',
      '…\n',
    ])
      t.ok(isShownAs(PRINTED, shown), shown)
    for (const shown of [
      '',
      'Rules 1.0.0+…: 4 loci\n',
      'Rules 1.0.0+…: 4 loci\nlast\n',
      '…\nsecond   12 of 14\nlast\n',
      'Rules 1.0.0+abc: 4 loci\nfirst…last\n',
      `${PRINTED}more\n`,
      '…\nsecond\n…\n',
    ])
      t.notOk(isShownAs(PRINTED, shown), shown)
  },
)

t.test('numbers are brought up to date; other words show all there is', async (t) => {
  t.equal(refreshed(PRINTED, PRINTED), PRINTED)
  t.equal(
    refreshed(PRINTED, 'Rules 0.9.0+…: 3 loci\n…\nsecond  1,112 of 1,113\n…\n'),
    'Rules 1.0.0+…: 4 loci\n…\nsecond  12 of 13\n…\n',
  )
  t.equal(refreshed(PRINTED, 'Rules 1.0.0+…: 4 loci\nsome other word\n…\n'), PRINTED)
})

t.test('a block is read as commands with their outputs, and written as it was', async (t) => {
  const block = '$ robe rules check\nfine\n$ git commit -q -m "a b"\n$ robe rules test \'x y\'\none\n\ntwo\n'
  t.same(sessionsOf(block), [
    { command: 'robe rules check', shown: 'fine\n' },
    { command: 'git commit -q -m "a b"', shown: '' },
    { command: "robe rules test 'x y'", shown: 'one\n\ntwo\n' },
  ])
  t.equal(consoleBlock(sessionsOf(block)), block)
  t.same(wordsOf('git commit -m "a b" \'c d\' e=f'), ['git', 'commit', '-m', 'a b', 'c d', 'e=f'])
})
