/**
 * A line that begins in the wrong column, told by its column and that of the line it belongs with: what the YAML
 * parser makes of it is mostly something else, on another line.
 * Guarantees: linear time; nothing where the text does not bear it out.
 * Leaves to others: all other syntax errors (syntax-faults.ts).
 */
import type { Wording } from '../diagnostic.js'
import type { YamlFault } from './yaml-tree.js'

export interface IndentFault {
  readonly offset: number
  readonly wording: Wording
}

/** Where a key or an item begins. */
interface Beginning {
  readonly kind: 'key' | 'item'
  readonly column: number
  readonly line: number
  /** The key itself. */
  readonly name: string
}

const ALL_IN_ONE_COLUMN = /same column|Sequence item without|block sequence may not be/

/** The fault as one of indentation, if it is one. */
export function indentFault(text: string, { offset, message }: YamlFault): IndentFault | undefined {
  const lines = text.split('\n')
  const faulty = text.slice(0, offset).split('\n').length
  const rest = text.slice(offset).split('\n')[0] ?? ''
  if (ALL_IN_ONE_COLUMN.test(message)) return misplaced(lines, faulty)
  // A text that runs on into the next line, which was meant for a key or an item of its own.
  if (!message.startsWith('Nested mappings') || /:(\s|$)/.test(rest)) return undefined
  const next = lines.findIndex((line, index) => index >= faulty && !isBlank(line))
  return next === -1 ? undefined : misplaced(lines, next + 1)
}

/** @param line one-based */
function misplaced(lines: readonly string[], line: number): IndentFault | undefined {
  const text = lines[line - 1] ?? ''
  const start = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0)
  const dash = /^ *-(?=[^\s-])/.exec(text)
  if (dash !== null) {
    const wording = {
      what: 'no space follows this dash.',
      mend: 'put a space between the dash and its item.',
    }
    return { offset: start + dash[0].length - 1, wording }
  }
  const own = beginningsOf(text, line)[0]
  if (own === undefined) return undefined
  const open = openAbove(lines.slice(0, line - 1)).filter(({ kind }) => kind === own.kind)
  const far = ({ column }: Beginning): number => Math.abs(column - own.column)
  const [other] = [...open].reverse().sort((a, b) => far(a) - far(b))
  if (other === undefined || other.column === own.column) return undefined
  const shown = own.kind === 'key' ? `"${other.name}"` : 'the one'
  return {
    offset: start + own.column - 1,
    wording: {
      what: `this ${own.kind} begins in column ${own.column}, but ${shown} of line ${other.line} in column ${other.column}.`,
      why: 'What belongs together begins in one column.',
      mend: 'move one of the two into the column of the other, with the lines that hang on it.',
    },
  }
}

/** The keys and items that a further line could stand beside, from the outermost inwards. */
function openAbove(lines: readonly string[]): readonly Beginning[] {
  const open: Beginning[] = []
  lines.forEach((text, index) => {
    const beginnings = beginningsOf(text, index + 1)
    const column = beginnings[0]?.column ?? Infinity
    while ((open.at(-1)?.column ?? 0) >= column) open.pop()
    open.push(...beginnings)
  })
  return open
}

/** `  - id: a` begins an item and a key. */
function beginningsOf(text: string, line: number): readonly Beginning[] {
  const [, blank = '', dash = '', name = ''] = /^( *)(- +|-$)?(?:([^\s#[{][^:]*):(?= |$))?/.exec(text) ?? []
  const column = blank.length + 1
  return [
    ...(dash === '' ? [] : [{ kind: 'item', column, line, name: '' } as const]),
    ...(name === '' ? [] : [{ kind: 'key', column: column + dash.length, line, name } as const]),
  ]
}

function isBlank(line: string): boolean {
  return /^\s*(#|$)/.test(line)
}
