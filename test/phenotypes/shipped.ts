/**
 * The rule set of this repository as a service has it, and any other, opened for a test.
 * Guarantees: a ruleset, or an error that shows every diagnostic.
 * Leaves to others: that what the build left is what these files compile to (test/ruleset/prebuilt.slow.ts).
 */
import { fileURLToPath } from 'node:url'
import { openRuleset } from '../../src/operations/open-ruleset.js'
import { createRuleset, type Ruleset } from '../../src/operations/ruleset.js'
import type { PreparedSnapshot } from '../../src/service/snapshot/snapshot.js'
import { firstSnapshot } from '../../src/service/snapshot/first-snapshot.js'
import { readContractText } from '../../src/service/http/contract/contract-file.js'
import { formatDiagnostic } from '../../src/rules/diagnostic.js'
import { deepFreeze } from '../../src/common/freeze.js'
import { loadRules } from '../../src/rules/load.js'
import type { Given, RuleTables } from '../../src/rules/tables.js'

export { groupsOf as inGroups } from '../../src/workbench/examples/given.js'

/** The repository's root, seen from build/test/phenotypes. */
export const ROOT = new URL('../../../', import.meta.url)

let shipped: Promise<PreparedSnapshot> | undefined

/**
 * The shipped rules as a start finds them, opened once a process: what the build left, or compiled now where it left
 * nothing.
 */
export function shippedSnapshot(): Promise<PreparedSnapshot> {
  shipped ??= openShipped()
  return shipped
}

async function openShipped(): Promise<PreparedSnapshot> {
  const [rulesDir, localesDir] = foldersIn(ROOT)
  const { snapshot, diagnostics } = await firstSnapshot({
    rulesDir,
    localesDir,
    maxResults: 50_000,
    defaultLanguage: undefined,
    contractText: readContractText(),
  })
  if (snapshot === undefined) throw new Error(`no snapshot:\n${diagnostics.map(formatDiagnostic).join('\n')}`)
  return snapshot
}

/** The ruleset of the shipped rules. */
export async function shippedRuleset(): Promise<Ruleset> {
  const { model, lexicons, maxResults } = await shippedSnapshot()
  deepFreeze(model.source)
  return createRuleset(model, lexicons, maxResults)
}

/** The same with all that authors wrote, examples, horses and locale files, which a snapshot leaves aside. */
export async function shippedRulesetAsWritten(): Promise<Ruleset> {
  const { model, lexicons, maxResults } = await shippedSnapshot()
  return createRuleset({ ...model, source: shippedTables() }, lexicons, maxResults)
}

let written: RuleTables | undefined

/** The shipped tables as their files say, read once a process. */
export function shippedTables(): RuleTables {
  const [rulesDir, localesDir] = foldersIn(ROOT)
  written ??= loadRules({ rulesDir, localesDir }).tables
  if (written === undefined) throw new Error('the shipped rules cannot be loaded')
  return written
}

/** Compiles the rules and locales of a folder that holds both. */
export async function openRules(folder: URL): Promise<Ruleset> {
  const [rulesDir, localesDir] = foldersIn(folder)
  const { ruleset, diagnostics } = await openRuleset({ rulesDir, localesDir, maxResults: 50_000 })
  if (ruleset === undefined) throw new Error(`no ruleset:\n${diagnostics.map(formatDiagnostic).join('\n')}`)
  return ruleset
}

function foldersIn(folder: URL): readonly [rulesDir: string, localesDir: string] {
  return [fileURLToPath(new URL('rules', folder)), fileURLToPath(new URL('locales', folder))]
}

/** The genes that every answer shows beside the required ones, as they stand where nobody names them. */
export function listedWildTypes({ model }: Ruleset): Given {
  return Object.fromEntries(
    model.loci.flatMap(({ key, listed, required, compact, alleles, wildType }) => {
      const wild = alleles[wildType ?? NaN]
      return !listed || required || wild === undefined ? [] : [[key, compact ? [wild] : [wild, wild]]]
    }),
  )
}

/** `agouti=A/a kit=DW1,DW21`, for messages. */
export function inWords(given: Given): string {
  return Object.entries(given)
    .map(([gene, alleles]) => `${gene}=${alleles.join('/')}`)
    .join(' ')
}
