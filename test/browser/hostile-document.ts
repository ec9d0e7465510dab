/** A contract and rules in which whatever can be text tries to be markup. */
import type { Json } from '../../src/common/json.js'
import type { LocusTable } from '../../src/rules/tables.js'

/** Ends an attribute, a tag, a code span and a shell word, and loads something if it is let. */
export const HOSTILE = `"'></code></pre><img src=x onerror=alert(1)><script>alert(1)</script>&lt;\`$(id)`

export function hostileDocument(): Json {
  const name = `N${HOSTILE}`
  const pointer = name.replaceAll('~', '~0').replaceAll('/', '~1')
  const schema = {
    type: `object ${HOSTILE}`,
    description: `${HOSTILE}\n\n${HOSTILE}`,
    required: [HOSTILE],
    properties: {
      [HOSTILE]: { enum: [HOSTILE, ...Array.from({ length: 20 }, (_, index) => `${HOSTILE}${index}`)] },
      [`${HOSTILE}2`]: { type: 'string', pattern: HOSTILE, format: HOSTILE },
      [`${HOSTILE}3`]: { const: HOSTILE },
      [`${HOSTILE}4`]: { $ref: `#/components/schemas/${pointer}` },
    },
  }
  const response = {
    description: HOSTILE,
    headers: {
      [HOSTILE]: { $ref: `#/components/headers/${pointer}` },
      [`${HOSTILE}2`]: { description: HOSTILE },
    },
    content: { [HOSTILE]: { schema, example: { [HOSTILE]: [HOSTILE] } } },
  }
  return {
    info: { title: HOSTILE, summary: HOSTILE, version: HOSTILE, description: `${HOSTILE} \`${HOSTILE}\`` },
    paths: {
      [`/${HOSTILE}`]: {
        post: {
          operationId: HOSTILE,
          summary: HOSTILE,
          description: HOSTILE,
          parameters: [{ name: HOSTILE, in: HOSTILE, description: HOSTILE, schema }],
          requestBody: {
            content: {
              [HOSTILE]: {
                schema,
                examples: { [HOSTILE]: { summary: HOSTILE, value: { [HOSTILE]: HOSTILE } } },
              },
            },
          },
          responses: {
            [HOSTILE]: { $ref: `#/components/responses/${pointer}` },
            [`2${HOSTILE}`]: {
              ...response,
              content: { [HOSTILE]: { schema, examples: { [HOSTILE]: { value: HOSTILE } } } },
            },
          },
        },
      },
    },
    components: {
      securitySchemes: { [HOSTILE]: { type: 'apiKey', in: 'header', name: HOSTILE } },
      headers: { [name]: { description: HOSTILE, schema: { type: HOSTILE } } },
      responses: { [name]: response },
      schemas: { [name]: schema, Error: { properties: { code: { enum: [HOSTILE, '__proto__'] } } } },
    },
  }
}

export function hostileLoci(): readonly LocusTable[] {
  const place = { file: HOSTILE, line: 1, column: 1 }
  const allele = { allele: HOSTILE, aliases: [HOSTILE], name: HOSTILE, cite: [], verified: true, place }
  const named = {
    locus: HOSTILE,
    group: 'others',
    gene: HOSTILE,
    name: HOSTILE,
    chromosome: HOSTILE,
  } as const
  const marks = { listed: true, required: true, cis: true, compact: true }
  return [{ ...named, ...marks, alleles: [allele], examples: [], place }]
}
