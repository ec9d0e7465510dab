/** The shipped rules, opened once. */
import { openRuleset } from '../../src/operations/open-ruleset.js'
import type { Ruleset } from '../../src/operations/ruleset.js'

const ROOT = new URL('../../../', import.meta.url).pathname

export async function openShippedRuleset(): Promise<Ruleset> {
  const { ruleset, diagnostics } = await openRuleset({
    rulesDir: `${ROOT}rules`,
    localesDir: `${ROOT}locales`,
    maxResults: 50_000,
  })
  if (ruleset === undefined) throw new Error(JSON.stringify(diagnostics))
  return ruleset
}
