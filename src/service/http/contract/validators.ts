/**
 * The contract's schemas → source code of checks, plain text that another thread or a later start only has to load.
 * Guarantees: the same schemas give the same checks whichever thread wrote them; strict mode sees every schema, and a
 * document that this service cannot serve is found out before anything listens.
 */
import { Ajv2020 } from 'ajv/dist/2020.js'
import writeModule from 'ajv/dist/standalone/index.js'
import ajvFormats from 'ajv-formats'
import { oneByteText } from '../../../rules/yaml/one-byte-text.js'
import type { Json } from '../../../common/json.js'
import { schemaPlaces } from './contract.js'

const DOCUMENT = 'openapi'

/** Source code that `bindContract` needs beside the document. Throws when this service cannot serve it: a defect of ours. */
export function writeChecks(document: Json): string {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, verbose: true, code: { source: true } })
  ajvFormats.default(ajv)
  // The document is no schema itself: its own members are none of a schema's words.
  ajv.addVocabulary(['example', 'xml', 'externalDocs', 'x-enum-varnames', ...Object.keys(document)])
  ajv.addSchema(document, DOCUMENT, undefined, false)
  const references = schemaPlaces(document).map((place) => [place, `${DOCUMENT}#${place}`] as const)
  // Half a megabyte, which the engine would otherwise keep at two bytes a character.
  return oneByteText(writeModule.default(ajv, Object.fromEntries(references)))
}
