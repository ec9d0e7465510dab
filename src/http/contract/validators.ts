/**
 * Schemas of the contract → source code of checks, plain text that another thread or a later start only has to load.
 * Guarantees: the same schemas give the same checks whichever thread wrote them; strict mode sees every schema.
 * Leaves to others: loading (operation-checks.ts), which schemas there are (checks-of-document.ts).
 */
import { Ajv2020 } from 'ajv/dist/2020.js'
import writeModule from 'ajv/dist/standalone/index.js'
import ajvFormats from 'ajv-formats'
import { narrow } from '../../rules/yaml/narrow.js'
import { checkId } from './operation-checks.js'

type Schemas = ReadonlyMap<string, object>

/** Source code that `loadChecks` turns into checks. @param shared schemas that the others refer to, by name */
export function writeChecks(schemas: Schemas, shared: Schemas): string {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, verbose: true, code: { source: true } })
  ajvFormats.default(ajv)
  ajv.addVocabulary(['example', 'xml', 'externalDocs'])
  for (const [name, schema] of shared) ajv.addSchema(schema, name)
  const ids = [...schemas.values()].map((schema, i) => {
    ajv.addSchema(schema, checkId(i))
    return [checkId(i), checkId(i)] as const
  })
  // Half a megabyte, which the engine would otherwise keep at two bytes a character.
  return narrow(writeModule.default(ajv, Object.fromEntries(ids)))
}
