/**
 * The contract's checks, written: every schema that bodies are held against as source code.
 * Guarantees: a document that this service cannot serve is found out here, before anything listens.
 * Leaves to others: loading what is written (contract.ts), how a schema becomes code (validators.ts).
 */
import { bindContract, schemasOf, type Contract, type Json } from './contract.js'
import { writeChecks } from './validators.js'

/** Throws when the document is not one this service can serve: a defect of ours, found at start. */
export function compileContract(document: Json): Contract {
  return bindContract(document, writeContractChecks(document))
}

/** The document's schemas as source code, plain text that `bindContract` needs beside the document. */
export function writeContractChecks(document: Json): string {
  const { checked, shared } = checkedSchemas(document)
  return writeChecks(new Map(checked), new Map(shared))
}

type NamedSchema = readonly [name: string, schema: Json]

/** All that the checks are made of: equal schemas, equal code. */
export function checkedSchemas(document: Json): {
  readonly checked: readonly NamedSchema[]
  readonly shared: readonly NamedSchema[]
} {
  const named = Object.entries((document['components'] as Json)['schemas'] as Json)
  return {
    checked: [...schemasOf(document)].map(([name, schema]) => [name, localRefs(schema) as Json]),
    shared: named.map(([name, schema]) => [name, localRefs(schema) as Json]),
  }
}

/** `#/components/schemas/X` → `X`, the name by which checks refer to a shared schema. */
function localRefs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(localRefs)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref' && typeof inner === 'string'
        ? inner.replace('#/components/schemas/', '')
        : localRefs(inner),
    ]),
  )
}
