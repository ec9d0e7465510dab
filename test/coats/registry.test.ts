/** What clients and keys see of the registry. */
import t from 'tap'
import { ENDPOINTS } from '../../src/operations/registry.js'
import { committedDocument } from '../contract/conformance.js'

t.test('clients see the identifiers of endpoints in the order in which they came', (t) => {
  const first = [
    'coats.result',
    'coats.generateChild',
    'coats.infer',
    'coats.api-info',
    'coats.genes',
    'coats.picture',
  ]
  t.same(
    ENDPOINTS.filter((id) => first.includes(id)),
    first,
  )
  t.end()
})

t.test('every operation of the document is in the registry, and no other', (t) => {
  const paths = committedDocument()['paths'] as Readonly<Record<string, Readonly<Record<string, object>>>>
  const documented = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map((operation) => (operation as Readonly<Record<string, unknown>>)['x-endpoint']),
  )
  t.same(new Set(documented), new Set(ENDPOINTS))
  t.end()
})
