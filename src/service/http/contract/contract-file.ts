/**
 * The shipped openapi.yaml: its location and text. Separate from document.ts, so that a start with a prebuilt snapshot does not
 * load the YAML parser.
 */
import { readFileSync } from 'node:fs'

export const CONTRACT_FILE = new URL('../../../../../openapi.yaml', import.meta.url)

export function readContractText(): string {
  return readFileSync(CONTRACT_FILE, 'utf8')
}
