/**
 * Reads the YAML files that define derived files: the animals of a gallery, the rows and columns of a table of names.
 * Guarantees: an invalid file is refused with its name and the place in it.
 */
import { formatDiagnostic } from '../../../rules/diagnostic.js'
import { compileSchema } from '../../../rules/checks/schema.js'
import { parseFile } from '../../../rules/yaml/parse.js'
import type { Gallery } from '../../../workbench/derived/gallery.js'
import type { NameTable } from '../../../workbench/derived/name-table.js'
import { Refusal } from '../../report.js'

const TEXT = { type: 'string', minLength: 1 }
const TEXTS = { type: 'array', items: TEXT, minItems: 1 }
const GIVEN = { type: 'object', additionalProperties: TEXTS }

export const readGallery = reader<Gallery>({
  title: TEXT,
  language: TEXT,
  columns: { type: 'integer', minimum: 1 },
  width: { type: 'integer', minimum: 1 },
  named: { type: 'boolean' },
  animals: {
    type: 'array',
    minItems: 1,
    items: {
      type: 'object',
      required: ['given'],
      additionalProperties: false,
      properties: { given: GIVEN, age: { type: 'number', minimum: 0 }, called: TEXT },
    },
  },
})

export const readNameTable = reader<NameTable>({
  title: TEXT,
  about: TEXT,
  languages: TEXTS,
  columns: { type: 'object', additionalProperties: GIVEN },
  rows: { type: 'object', additionalProperties: { type: 'array', items: TEXTS, minItems: 1 } },
})

/** @param properties schemas of the keys, all of which are required */
function reader<Definition>(properties: object): (file: string, text: string) => Definition {
  const schema = {
    type: 'object',
    required: Object.keys(properties),
    additionalProperties: false,
    properties,
  }
  return (file, text) => {
    const accepts = compileSchema<Definition>(schema, {})
    const { parsed, diagnostics } = parseFile({ file, name: file, text })
    if (diagnostics.length > 0) throw new Refusal(diagnostics.map(formatDiagnostic).join('\n'))
    const value: unknown = parsed?.value
    if (accepts(value)) return value
    const [fault] = accepts.errors ?? []
    const { line, column } = parsed?.placeOf(fault?.instancePath ?? '') ?? { line: 1, column: 1 }
    throw new Refusal(
      `${file}:${line}:${column} error: this ${fault?.message ?? 'is not of the expected form'}`,
    )
  }
}
