/**
 * openapi.yaml as it is shipped: where it lies and its text.
 * Apart from what reads it as YAML (document.ts), which not every start needs.
 */
import { readFileSync } from 'node:fs'

export const CONTRACT_FILE = new URL('../../../../../openapi.yaml', import.meta.url)

export function readContractText(): string {
  return readFileSync(CONTRACT_FILE, 'utf8')
}
