/**
 * openapi.yaml as a document: valid, linted, rendered from the rules, one error shape throughout.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Validator } from '@seriousme/openapi-schema-validator'
import t from 'tap'
import { BATCH } from '../../src/operations/registry.js'
import { parseDocument } from 'yaml'
import { renderedContract } from '../../src/cli/contract.js'
import { fillSlots } from '../../src/service/http/contract/slots.js'
import { writeChecks } from '../../src/service/http/contract/validators.js'
import { shippedCoats } from '../http/service.js'
import { at, committedDocument, type Json } from './conformance.js'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const FILE = join(ROOT, 'openapi.yaml')
const TEXT = readFileSync(FILE, 'utf8')
const document = committedDocument()

const operations = Object.entries(document['paths'] as Json).flatMap(([path, item]) =>
  Object.entries(item as Json).map(([method, operation]) => ({ path, method, operation: operation as Json })),
)

t.test('the document is valid OpenAPI by its schema', async (t) => {
  const validator = new Validator()
  t.match(await validator.validate(FILE), { valid: true })
  t.equal(validator.version, '3.1')
})

t.test('the document passes the linter without a warning', (t) => {
  const cli = join(ROOT, 'node_modules/@redocly/cli/bin/cli.js')
  const { status, stdout } = spawnSync(process.execPath, [cli, 'lint', '--format=json', FILE], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  })
  const { problems } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as { problems: readonly unknown[] }
  t.same(problems, [])
  t.equal(status, 0)
  t.end()
})

t.test('genes, languages and the answers of examples are what the shipped rules say', async (t) => {
  const coats = await shippedCoats()
  const { ruleset, languages } = coats
  const rendered = renderedContract(ruleset, languages[0] ?? '')
  t.ok(TEXT === rendered, 'as `robe contract write` would write it')
  const more = { ...ruleset, languages: [...languages, 'xx'] }
  t.not(renderedContract(more, 'fr'), TEXT, 'a change of the rules would be seen')
})

t.test('what is rendered is the slots and the answers, and not a word more', async (t) => {
  const coats = await shippedCoats()
  const more = { ...coats.ruleset, languages: [...coats.languages, 'xx'] }
  const before = parseDocument(TEXT).toJS() as Json
  const after = parseDocument(renderedContract(more, 'fr')).toJS() as Json
  t.same(at(after, '/components/schemas/Language/enum'), [...coats.languages, 'xx'])
  const language = at(after, '/components/schemas/Language') as Record<string, unknown>
  language['enum'] = [...coats.languages]
  const requested = at(after, '/components/schemas/RequestLanguage') as Record<string, unknown>
  t.match(requested, { pattern: /\[xX\]\[xX\]/, examples: [...coats.languages, 'xx'] })
  Object.assign(requested, at(before, '/components/schemas/RequestLanguage'))
  t.same(after, before)
  const comments = (text: string): readonly string[] => text.match(/^\s*#.*$/gm) ?? []
  t.same(comments(renderedContract(more, 'fr')), comments(TEXT), 'comments stay')
})

t.test('rules without linkage have a sound document too', async (t) => {
  const coats = await shippedCoats()
  const filled = fillSlots(document, { ...coats.ruleset, linkage: new Map() })
  t.match(await new Validator().validate({ ...filled }), { valid: true })
  t.doesNotThrow(() => writeChecks(filled))
  t.equal(at(filled, '/components/schemas/LinkageAllele'), undefined)
  t.match(at(filled, '/components/schemas/LinkageAlleles'), { maxItems: 0 })
})

t.test('the version is the package’s', (t) => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
  t.equal(at(document, '/info/version'), version)
  t.end()
})

t.test('every refusal of every operation is declared, with the one error body', (t) => {
  for (const { path, method, operation } of operations) {
    const responses = operation['responses'] as Json
    const takesBody = operation['requestBody'] !== undefined
    const isLimited = operation['x-charged'] !== false || operation['x-endpoint'] === 'coats.genes'
    const parameters = (operation['parameters'] ?? []) as readonly { readonly $ref: string }[]
    const isAsked = parameters.some(({ $ref }) => at(document, `${$ref.slice(1)}/in`) === 'query')
    const takesFields = takesBody || isAsked
    const isBatch = operation['x-endpoint'] === BATCH
    const expected = [
      '200',
      ...(operation['x-endpoint'] === 'coats.genes' ? ['304'] : []),
      ...(takesFields ? ['400'] : []),
      ...['401', '403', '404', '405'],
      ...(isBatch ? ['409'] : []),
      ...(takesBody ? ['413', '415'] : []),
      ...(isBatch ? ['422'] : []),
      ...(isLimited ? ['429'] : []),
      ...['500', '503'],
    ]
    t.same(Object.keys(responses), expected, `${method} ${path}`)
    for (const [status, response] of Object.entries(responses)) {
      if (status === '200' || status === '304') continue
      const named = String((response as Json)['$ref']).replace('#', '')
      const schema = at(document, `${named}/content/application~1json/schema`)
      t.same(schema, { $ref: '#/components/schemas/Error' }, `${method} ${path} ${status}`)
      t.notSame(
        at(document, `${named}/content/application~1json/examples`),
        undefined,
        `${named} has an example`,
      )
    }
  }
  t.end()
})

t.test('the error codes that the document lists are those that exist', async (t) => {
  const { ERROR_STATUS } = await import('../../src/operations/client-error.js')
  t.same(at(document, '/components/schemas/Error/properties/code/enum'), Object.keys(ERROR_STATUS))
})

t.test('nothing in an answer or an error may be there unsaid', (t) => {
  const loose: string[] = []
  const walk = (value: unknown, pointer: string): void => {
    if (typeof value !== 'object' || value === null) return
    const schema = value as Json
    if (schema['properties'] !== undefined && schema['additionalProperties'] === undefined)
      loose.push(pointer)
    for (const [key, inner] of Object.entries(schema)) walk(inner, `${pointer}/${key}`)
  }
  for (const name of [
    'Result',
    'Offspring',
    'ApiInfo',
    'Genes',
    'Error',
    'Possibility',
    'Notes',
    'Explanation',
    'Viability',
    'AnswerGenotype',
    'AnswerBaseGenes',
    'AnswerOtherGenes',
  ]) {
    walk(at(document, `/components/schemas/${name}`), name)
  }
  t.same(loose, [])
  t.end()
})
