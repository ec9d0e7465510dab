/**
 * Opens the shipped rule set, or the same with some sentences changed, for tests of crosses.
 * Guarantees: an edit that finds nothing to change is a failure, never a silent no-op.
 */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compileRuleset } from '../../src/operations/open-ruleset.js'
import { createRuleset, type Ruleset } from '../../src/operations/ruleset.js'
import { loadParsed } from '../../src/rules/load.js'
import { createParseMemory, parseRules } from '../../src/rules/yaml/parse-rules.js'
import { readSource, type Folder, type Source } from '../../src/rules/source.js'
import type { RuleTables } from '../../src/rules/tables.js'
import { shippedRuleset, shippedTables } from '../phenotypes/shipped.js'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

export interface RuleSet {
  readonly ruleset: Ruleset
  readonly tables: RuleTables
}

/** One sentence of one file, such as `rules/linkage/eca3.yaml`, and what stands there instead. */
export interface Edit {
  readonly file: string
  readonly from: string
  readonly to: string
}

/** The rule set that is shipped, with its tables as their files say. */
export async function openShipped(): Promise<RuleSet> {
  return { ruleset: await shippedRuleset(), tables: shippedTables() }
}

/** The same rules with another maximum, and with nothing remembered. */
export function withMaximum(ruleset: Ruleset, maxResults: number): Ruleset {
  return createRuleset(ruleset.model, ruleset.lexicons, maxResults)
}

/** The shipped rules with the edits made. */
export function openEdited(edits: readonly Edit[]): Promise<RuleSet> {
  const { rules, locales, diagnostics } = shippedSource()
  const texts = new Map([...rules.files, ...locales.files].map(({ file, text }) => [file, text]))
  for (const { file, from, to } of edits) {
    const text = texts.get(file)
    if (text?.includes(from) !== true) throw new Error(`${file} has no longer: ${from}`)
    texts.set(
      file,
      text.replace(from, () => to),
    )
  }
  const edited = (folder: Folder): Folder => ({
    ...folder,
    files: folder.files.map((file) => ({ ...file, text: texts.get(file.file) ?? file.text })),
  })
  return open({ rules: edited(rules), locales: edited(locales), diagnostics })
}

/** Pattern-1–extension, extension–KIT, the same in a parent with one tobiano, PAX3–silver. */
export type Fractions = readonly [string, string, string, string]

const ECA3 = 'rules/linkage/eca3.yaml'
const ECA6 = 'rules/linkage/eca6.yaml'
const SHIPPED_FRACTIONS: readonly (readonly [string, string])[] = [
  [ECA3, 'fraction: 0.10\n    interval: [0.03, 0.15]'],
  [ECA3, 'fraction: 0.10\n    interval: [0.03, 0.25]'],
  [ECA3, 'fraction: 0.03\n    interval: [0, 0.10]'],
  [ECA6, 'fraction: 0.43\n    interval: [0.35, 0.5]'],
]

/** The edits that put other recombination fractions in the place of the shipped ones. */
export function fractionEdits(fractions: Fractions): readonly Edit[] {
  return SHIPPED_FRACTIONS.map(([file, from], i) => {
    return { file, from, to: `fraction: ${fractions[i] ?? ''}\n    interval: [0, 0.5]` }
  })
}

function shippedSource(): Source {
  return readSource(join(ROOT, 'rules'), join(ROOT, 'locales'))
}

/** Few files differ from one rule set to the next, and parsing is most of opening one. */
const newReading = createParseMemory()

async function open(source: Source): Promise<RuleSet> {
  const loaded = loadParsed(parseRules(source, newReading()))
  const { tables } = loaded
  const { ruleset, diagnostics } = await compileRuleset(loaded, 50_000)
  if (ruleset === undefined || tables === undefined)
    throw new Error(JSON.stringify(diagnostics, undefined, 2))
  return { ruleset, tables }
}
