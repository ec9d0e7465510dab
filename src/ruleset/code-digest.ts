/**
 * One digest for the code that prepares snapshots: what it makes of the same rules may differ as soon as this does.
 * Guarantees: differs as soon as a byte of the compiled code, of the rule files' schemas or of package.json does, which
 * names every library's version; takes a few milliseconds. Left aside are folders that preparing loads nothing of.
 * Leaves to others: rules and settings (prebuilt.ts).
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Compiled code lies in build/src/. */
const CODE = fileURLToPath(new URL('../', import.meta.url))
const SCHEMAS = fileURLToPath(new URL('../../../src/rules/schemas/', import.meta.url))
const PACKAGE = fileURLToPath(new URL('../../../package.json', import.meta.url))

/** Who asks, who counts, and what is typed: a third of all files, none of which a rule set passes through. */
export const LEFT_ASIDE: readonly string[] = ['access', 'commands', 'stores']

/** SHA-256, hex. Throws as `node:fs` does. */
export function digestOfCode(): string {
  const hash = createHash('sha256')
  for (const file of [PACKAGE, ...filesIn(SCHEMAS, '.json'), ...filesIn(CODE, '.js', LEFT_ASIDE)]) {
    const bytes = readFileSync(file)
    hash.update(`${file.slice(file.lastIndexOf('/') + 1)} ${bytes.length}\n`).update(bytes)
  }
  return hash.digest('hex')
}

function filesIn(folder: string, ending: string, leftAside: readonly string[] = []): readonly string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  return entries.flatMap((entry) => {
    if (leftAside.includes(entry.name)) return []
    if (entry.isDirectory()) return filesIn(`${folder}${entry.name}/`, ending)
    return entry.name.endsWith(ending) ? [`${folder}${entry.name}`] : []
  })
}
