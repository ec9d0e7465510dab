/**
 * Questions as trees of fields, sound or spoiled: wrong kinds, odd names, missing and doubled parts, strange text.
 * Guarantees: trees have no prototype, so that `__proto__` in them is a name like any other.
 * Leaves to others: how a tree is written down (fuzz-writing.ts).
 */
import { below, oneOf, weighted, type Random } from './fuzz-random.js'
import { ODD_NAMES, ODD_TEXT, ODD_VALUES } from './odd-words.js'
import type { Vocabulary } from './fuzz-vocabulary.js'

export type Tree = { [name: string]: unknown }

const DEEPEST = 40

/** The fields of a question about one horse, or about two. */
export function questionTree(random: Random, words: Vocabulary, isCross: boolean): Tree {
  const tree = treeOf(
    isCross
      ? [
          ['mother', horse(random, words, 0.25)],
          ['father', horse(random, words, 0.25)],
        ]
      : [],
  )
  if (!isCross) Object.assign(tree, horse(random, words, 0.5))
  const maybe = (share: number, name: string, value: () => unknown): void => {
    if (random() < share) tree[name] = value()
  }
  maybe(0.5, 'lang', () => oneOf(random, words.languages))
  maybe(0.1, 'tokens', () => oneOf(random, [true, 'true', false]))
  if (!isCross) {
    maybe(0.15, 'explain', () => oneOf(random, [true, 'true', 'false', false, null]))
    return tree
  }
  // Few rows nearly always: what heavy crosses do is another part's question.
  if (random() > 0.02) tree['limit'] = oneOf<unknown>(random, [1, 3, '2', 10, 40])
  maybe(0.15, 'group_by', () => 'coat')
  maybe(0.2, 'has_IDK', () => oneOf(random, [true, false, 'true', 'false']))
  maybe(0.1, 'recombination_band', () => oneOf(random, [true, 'true', false]))
  maybe(0.3, 'kit_linkage', () =>
    treeOf([
      ['mother', some(random, words.linked, 4)],
      ['father', some(random, words.linked, 4)],
    ]),
  )
  return tree
}

function horse(random: Random, words: Vocabulary, named: number): Tree {
  const gene = ([name, { least, most, spellings, joined }]: Vocabulary['base'][number]): [
    string,
    unknown,
  ] => {
    const one = (): string =>
      oneOf(random, spellings) + (joined.length > 0 && random() < 0.2 ? `+${oneOf(random, joined)}` : '')
    const count = most > 2 && random() < 0.8 ? 2 : least + below(random, most - least + 1)
    return [name, Array.from({ length: count }, one)]
  }
  const others = words.others.filter(() => random() < named)
  return treeOf([
    ['base', treeOf(words.base.map(gene))],
    ...(others.length > 0 || random() < 0.5 ? [['others', treeOf(others.map(gene))] as const] : []),
  ])
}

function some(random: Random, values: readonly string[], most: number): readonly string[] {
  return Array.from({ length: below(random, most) }, () => oneOf(random, values))
}

function treeOf(entries: readonly (readonly [string, unknown])[]): Tree {
  const tree = Object.create(null) as Tree
  for (const [name, value] of entries) tree[name] = value
  return tree
}

/** Spoils one place of the tree, which it changes. */
export function spoil(random: Random, tree: Tree): void {
  const { holder, name } = somewhere(random, tree)
  const value = holder[name]
  const put = (other: unknown): void => void (holder[name] = other)
  weighted<() => void>(random, [
    [4, () => put(copy(oneOf(random, ODD_VALUES)))],
    [4, () => put(oddText(random, value))],
    [2, () => remove(holder, name)],
    [2, () => add(holder, oneOf(random, ODD_NAMES), value)],
    [1, () => put(nested(random, value))],
    [
      1,
      () => put(Array.isArray(value) ? [...(value as unknown[]), ...(value as unknown[])] : [value, value]),
    ],
    [1, () => put(Array.isArray(value) ? treeOf(value.map((each, i) => [String(i), each])) : [value])],
    [1, () => put(Array.isArray(value) ? value[0] : JSON.stringify(value))],
  ])()
}

/** Those of the list stay as they are, whatever is done to a tree that holds one. */
function copy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copy)
  if (typeof value !== 'object' || value === null) return value
  return treeOf(Object.entries(value).map(([name, each]) => [name, copy(each)]))
}

function remove(holder: Tree, name: string): void {
  if (Array.isArray(holder)) holder.splice(Number(name), 1)
  else Reflect.deleteProperty(holder, name)
}

/** An array has no names, and one that was given `constructor` is no array to anybody. */
function add(holder: Tree, name: string, value: unknown): void {
  if (Array.isArray(holder)) holder.push(value)
  else holder[name] = value
}

interface Place {
  readonly holder: Tree
  readonly name: string
}

function somewhere(random: Random, tree: Tree): Place {
  const places: Place[] = []
  const walk = (holder: Tree): void => {
    for (const name of Object.keys(holder)) {
      places.push({ holder, name })
      const value = holder[name]
      if (typeof value === 'object' && value !== null && places.length < 500) walk(value as Tree)
    }
  }
  walk(tree)
  return places.length === 0 ? { holder: tree, name: 'base' } : oneOf(random, places)
}

function oddText(random: Random, value: unknown): string {
  const odd = oneOf(random, ODD_TEXT)
  if (typeof value !== 'string' || random() < 0.5) return odd
  const at = below(random, value.length + 1)
  return value.slice(0, at) + odd + value.slice(at)
}

function nested(random: Random, value: unknown): unknown {
  let inner = value
  for (let depth = below(random, DEEPEST); depth >= 0; depth--)
    inner = random() < 0.5 ? [inner] : treeOf([[oneOf(random, ODD_NAMES), inner]])
  return inner
}
