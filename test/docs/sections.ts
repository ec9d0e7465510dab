/**
 * Parts of YAML files, as pages show them: a block whose first line names a file, and holds only the keys of that
 * file that matter. Put into a copy of a rule set, its keys take the place of the file's own.
 * Guarantees: works on the text, so that a block may hold any mistake a person can make.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** @param block `# rules/epistasis/30-cream.yaml`, then keys with their values */
export function putSections(folder: string, block: string): void {
  const [, name, text] = /^# (\S+\.yaml)\n([^]*)$/.exec(block) ?? []
  if (name === undefined || text === undefined) throw new Error(`the block names no file:\n${block}`)
  const file = path.join(folder, name)
  const known = existsSync(file) ? sectionsOf(readFileSync(file, 'utf8')) : []
  const shown = sectionsOf(text)
  const kept = known.map(
    (section) =>
      shown.find((other) => keyOf(other) !== undefined && keyOf(other) === keyOf(section)) ?? section,
  )
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, [...kept, ...shown.filter((section) => !kept.includes(section))].join(''))
}

/** The text before each key at the beginning of a line; the first may hold comments only. */
function sectionsOf(text: string): readonly string[] {
  return text.split(/^(?=\w+:)/m)
}

function keyOf(section: string): string | undefined {
  return /^(\w+):/.exec(section)?.[1]
}
