/**
 * Compiles the contract's schemas into source code of validators, which other threads and later starts only have to load.
 * Guarantees: deterministic; strict mode checks every schema, so that an invalid document fails before the service listens.
 */
import { Ajv2020 } from 'ajv/dist/2020.js'
import writeModule from 'ajv/dist/standalone/index.js'
import ajvFormats from 'ajv-formats'
import { oneByteText } from '../../../rules/yaml/one-byte-text.js'
import type { Json } from '../../../common/json.js'
import { schemaPlaces } from './contract.js'

const DOCUMENT = 'openapi'

/** The source code for `bindContract`. Throws for an invalid document, which is a bug. */
export function writeChecks(document: Json): string {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, verbose: true, code: { source: true } })
  ajvFormats.default(ajv)
  // The document itself is not a schema, so its members must be declared as vocabulary for strict mode.
  ajv.addVocabulary([
    'example',
    'xml',
    'externalDocs',
    'x-enum-varnames',
    'x-additionalPropertiesName',
    'x-sample',
    ...Object.keys(document),
  ])
  ajv.addSchema(document, DOCUMENT, undefined, false)
  const references = schemaPlaces(document).map((place) => [place, `${DOCUMENT}#${place}`] as const)
  // Half a megabyte, which V8 would otherwise store with two bytes per character.
  return oneByteText(writeModule.default(ajv, Object.fromEntries(references)))
}
