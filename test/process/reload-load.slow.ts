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
    // Memory rises until it is collected, so the least of each half is compared; a hundred snapshots that nobody let go
    // of would be several times as much.
    const least = (from: number, to: number): number =>
      Math.min(...run.looks.slice(from, to).map(({ megabytes }) => megabytes))
    const [half, end] = [least(0, 10), least(10, 20)]
    t.ok(end - half < 200, `memory: ${half} MiB at least in the first half, ${end} in the second`)
  },
)
