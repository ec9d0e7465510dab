import { readdirSync, readFileSync } from 'node:fs'
import t from 'tap'

const SCHEMAS = new URL('../../../src/rules/schemas/', import.meta.url)

interface Node {
  readonly [word: string]: unknown
}

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
}
