/**
 * Many reloads while many ask: nobody notices but by the new names.
 */
import t from 'tap'
import { figuresOf, runReloads } from './reload-run.js'

t.test(
  '200 reloads, every other one bad, under load: no answer fails, each is of one good rule set',
  async (t) => {
    const run = await runReloads(t, 200, 60)
    for (const figure of figuresOf(run)) t.comment(figure)
    t.strictSame(run.heard.faults, [])
    const wrong = run.reloads.filter(({ expected, told }) => !expected.test(told.why?.[0] ?? ''))
    t.strictSame(wrong, [], 'each came to what it should')
    t.equal(
      run.reloads.filter(({ told }) => told.milliseconds !== undefined).length,
      100,
      'half were swapped',
    )
    const { good, renamed } = run.versions
    t.strictSame([...run.heard.versions.keys()].sort(), [good, renamed].sort(), 'both answered, no other did')
    // A hundred editions that nobody let go of would be ten times as much.
    const [half = 0, end = 0] = [run.looks[9]?.megabytes, run.looks.at(-1)?.megabytes]
    t.ok(end - half < 50, `memory: ${half} MiB after half of them, ${end} after all`)
  },
)
