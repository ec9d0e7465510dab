/**
 * Judges how long other clients wait, where the machine is the test's own: `npm run attacks` runs such tests one by one.
 * Elsewhere the figure is only reported, since other tests take the same processors.
 */
import type { Test } from 'tap'

export function judgeLatency(t: Test, isKept: boolean, figure: string): void {
  if (process.env['JUDGE_LATENCY'] === '1') t.ok(isKept, figure)
  else t.comment(`${figure} (not judged beside other tests)`)
}
