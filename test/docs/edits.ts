/**
 * Edits that a page asks its reader to make: blocks whose first line says where the rest belongs.
 *   new file <name>
 *   at the end of <file>
 *   in <file>, before|after|instead of "<the beginning of a line>"
 * In YAML the line is a comment, in Markdown too. A further such line in the block says where the rest of it belongs.
 * Guarantees: a block that says no place, or a line that is not there, is an error; of several such lines the first is meant.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const PLACE = new RegExp(
  [
    '^(?:# |<!-- )(?:',
    'new file (?<created>\\S+)',
    '|at the end of (?<ended>\\S+)',
    '|in (?<file>\\S+), (?<where>before|after|instead of) "(?<line>.+)"',
    ')(?: -->)?$',
  ].join(''),
)

export function applyEdit(folder: string, block: string): void {
  const lines = block.split(/(?<=\n)/)
  const places = [...lines.keys()].filter((at) => at === 0 || PLACE.test(lines[at]?.trimEnd() ?? ''))
  places.forEach((at, i) => applyAt(folder, lines.slice(at, places[i + 1]).join('')))
}

function applyAt(folder: string, block: string): void {
  const end = block.indexOf('\n')
  const text = block.slice(end + 1)
  const { created, ended, file, where, line } = PLACE.exec(block.slice(0, end))?.groups ?? {}
  if (created !== undefined) {
    const target = path.join(folder, created)
    if (existsSync(target)) throw new Error(`${created} is there already`)
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(target, text)
    return
  }
  if (ended !== undefined) {
    appendFileSync(path.join(folder, ended), text)
    return
  }
  if (file === undefined || line === undefined) throw new Error(`a block that says no place:\n${block}`)
  const target = path.join(folder, file)
  const lines = readFileSync(target, 'utf8').split(/(?<=\n)/)
  const at = lines.findIndex((each) => each.startsWith(line))
  if (at < 0) throw new Error(`no line of ${file} begins with ${line}`)
  lines.splice(where === 'after' ? at + 1 : at, where === 'instead of' ? 1 : 0, text)
  writeFileSync(target, lines.join(''))
}
