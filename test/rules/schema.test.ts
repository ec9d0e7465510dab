/**
 * The schemas as people meet them: in an editor while typing, and in a diagnostic afterwards.
 */
import { readdirSync, readFileSync } from 'node:fs'
import t from 'tap'

const SCHEMAS = new URL('../../../src/rules/schemas/', import.meta.url)

const PARTS = ['properties', 'patternProperties', 'definitions']

interface Node {
  readonly [word: string]: unknown
}

type Parts = Readonly<Record<string, Node>>

function nodes(value: unknown, at: string): readonly (readonly [string, Node])[] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.entries(value).flatMap(([key, one]) => nodes(one, `${at}/${key}`))
  return Array.isArray(value) ? inner : [[at, value as Node], ...inner]
}

for (const file of readdirSync(SCHEMAS)) {
  const schema = JSON.parse(readFileSync(new URL(file, SCHEMAS), 'utf8')) as Node

  t.test(`${file}: editors understand it`, (t) => {
    t.equal(schema['$schema'], 'http://json-schema.org/draft-07/schema#')
    t.type(schema['title'], 'string')
    t.end()
  })

  t.test(`${file}: no block takes keys that nobody reads`, (t) => {
    const open = nodes(schema, file).filter(
      ([, node]) => node['type'] === 'object' && node['additionalProperties'] === undefined,
    )
    t.same(
      open.map(([at]) => at),
      [],
    )
    t.end()
  })

  t.test(`${file}: every value has the words that a diagnostic says of it`, (t) => {
    const wordless = nodes(schema, file).filter(
      ([at, node]) =>
        (typeof node['type'] === 'string' || node['enum'] !== undefined) &&
        typeof node['title'] !== 'string' &&
        !/\/(anyOf|oneOf)\/\d+$/.test(at),
    )
    t.same(
      wordless.map(([at]) => at),
      [],
    )
    t.end()
  })

  t.test(`${file}: every key and every part is explained while it is typed`, (t) => {
    const parts = nodes(schema, file).flatMap(([at, node]) =>
      // A condition only asks what was written elsewhere.
      at.includes('/if') ? [] : PARTS.flatMap((group) => Object.entries((node[group] ?? {}) as Parts)),
    )
    t.ok(parts.length > 0)
    for (const [key, part] of parts) {
      const { title, description } = { ...definitionOf(part, schema), ...part }
      t.type(title, 'string', key)
      t.match(description, /^.{8,}\.$/, `${key}: a sentence`)
      // The words of a part that several keys share say nothing of this key, unless it bears the part's own name.
      const own = part['$ref'] === undefined || part['description'] !== undefined
      t.ok(own || nameOf(part) === camelCase(key), `${key}: its own sentence`)
    }
    t.end()
  })
}

function definitionOf(part: Node, schema: Node): Node | undefined {
  const [, file = '', name = ''] = /^(.*)#\/definitions\/(\w+)$/.exec(String(part['$ref'])) ?? []
  const owner = file === '' ? schema : (JSON.parse(readFileSync(new URL(file, SCHEMAS), 'utf8')) as Node)
  return (owner['definitions'] as Parts | undefined)?.[name]
}

function nameOf({ $ref }: Node): string {
  return String($ref).split('/').at(-1) ?? ''
}

function camelCase(key: string): string {
  return key.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}
