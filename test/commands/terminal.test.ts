/**
 * What a terminal is shown while a command works, and what a pipe is not.
 */
import t from 'tap'
import { withProgress } from '../../src/cli/terminal.js'

function stream(isTTY: boolean): { readonly isTTY: boolean; write: () => boolean; readonly shown: string[] } {
  const shown: string[] = []
  return {
    isTTY,
    shown,
    write: (...[text]: readonly unknown[]) => shown.push(String(text)) > 0,
  }
}

t.test(
  'a terminal says what is waited for before work that gives way to nothing, and wipes it after',
  async (t) => {
    const terminal = stream(true)
    const result = await withProgress(
      'comparing with HEAD',
      () => {
        t.strictSame(terminal.shown, ['comparing with HEAD …'], 'seen before the work begins')
        return 7
      },
      terminal,
    )
    t.equal(result, 7)
    t.strictSame(terminal.shown.slice(1), ['\r\x1b[K'])
  },
)

t.test('the line is wiped when the work fails, and the fault goes on', async (t) => {
  const terminal = stream(true)
  const fails = withProgress('counting', () => Promise.reject(new Error('no')), terminal)
  await t.rejects(fails, /^no$/)
  t.strictSame(terminal.shown, ['counting …', '\r\x1b[K'])
})

t.test('a pipe or a file is told of no progress', async (t) => {
  const pipe = stream(false)
  t.equal(await withProgress('counting', () => 7, pipe), 7)
  t.strictSame(pipe.shown, [])
})
