/**
 * `npm run rule-types`: the JSON Schemas of rule files → src/rules/file-types.generated.ts, the types of what they accept.
 * With --check nothing is written: it fails where the checked-in file is not what the schemas give.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { compile } from 'json-schema-to-typescript'
import { format, resolveConfig } from 'prettier'

const SCHEMAS = new URL('../src/rules/schemas/', import.meta.url)
const TYPES = new URL('../src/rules/file-types.generated.ts', import.meta.url)

const BANNER = '// Made from schemas/*.schema.json by `npm run rule-types`.'

/** Parts of a schema that say nothing a type can say; titles are phrases for people and would become names of types. */
const LEFT_OUT = [
  'title',
  'propertyNames',
  'patternProperties',
  'allOf',
  '$schema',
  '$comment',
  'fix',
  'code',
]

const schemas = readdirSync(SCHEMAS).map((file) => [
  file.replace('.schema.json', ''),
  JSON.parse(readFileSync(new URL(file, SCHEMAS), 'utf8')),
])
const kinds = schemas.filter(([name]) => name !== 'shared')

const whole = {
  title: 'FileContent',
  description: 'Kind of file → what it holds.',
  type: 'object',
  properties: Object.fromEntries(kinds.map(([kind]) => [kind, { $ref: `#/definitions/${kind}` }])),
  required: kinds.map(([kind]) => kind),
  additionalProperties: false,
  definitions: Object.assign({}, ...schemas.map(([, { definitions = {} }]) => partsOf(definitions)), {
    ...Object.fromEntries(kinds.map(([kind, { definitions: _, ...schema }]) => [kind, typed(schema)])),
  }),
}

const { singleQuote, semi, ...style } = await resolveConfig(TYPES)
const made = await compile(whole, 'FileContent', { bannerComment: BANNER, format: false })
const types = await format(made, { ...style, singleQuote, semi, parser: 'typescript' })

if (!process.argv.includes('--check')) writeFileSync(TYPES, types)
else if (readFileSync(TYPES, 'utf8') !== types) {
  console.error('file-types.generated.ts is not what the schemas give: run npm run rule-types.')
  process.exitCode = 1
}

function partsOf(parts) {
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, typed(part)]))
}

/** The schema with nothing but what becomes a type, in one document. */
function typed(schema) {
  if (typeof schema !== 'object' || schema === null) return schema
  // With words of its own beside it, each use of a part would become a type of its own.
  if (schema.$ref !== undefined) return { $ref: schema.$ref.replace(/^.*#/, '#') }
  const { properties, additionalProperties, items, anyOf, minItems, maxItems, ...rest } = schema
  const own = Object.fromEntries(Object.entries(rest).filter(([key]) => !LEFT_OUT.includes(key)))
  // Free keys beside known ones: TypeScript wants one type that covers both.
  if (properties !== undefined && typeof additionalProperties === 'object') {
    const every = [additionalProperties, ...Object.values(properties)].map(typed)
    return { ...own, additionalProperties: { anyOf: every } }
  }
  return {
    ...own,
    ...(properties && { properties: partsOf(properties) }),
    ...(additionalProperties !== undefined && { additionalProperties: typed(additionalProperties) }),
    ...(items && { items: typed(items) }),
    ...(anyOf && { anyOf: anyOf.map(typed) }),
    // Only a list of a fixed length is a tuple.
    ...(minItems !== undefined && minItems === maxItems && { minItems, maxItems }),
  }
}
