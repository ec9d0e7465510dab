/**
 * `robe contract`: renders the loaded rules into openapi.yaml, and checks that the committed rendering is true.
 * Guarantees: `write` sets the slots and the examples' answers and nothing else; `check` changes nothing.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import type { Coats } from '../coats/coats.js'
import { renderSlots } from '../http/contract/slots.js'
import { CONTRACT_FILE } from '../http/contract/contract-file.js'
import { readDocument, withPlaces } from '../http/contract/document.js'
import { REFUSAL, refusalExample, workExamples } from '../http/contract/examples.js'
import { action, Refusal } from './report.js'
import { openCoats } from './rules/open-rules.js'

export function registerContract(program: Command): void {
  const contract = program.command('contract').description('keep openapi.yaml true to the rules')
  contract
    .command('write')
    .description('render genes, languages and the answers of the examples into openapi.yaml')
    .action(action(write))
  contract.command('check').description('say whether openapi.yaml is true to the rules').action(action(check))
}

const IS_TRUE = 'openapi.yaml is true to the rules'

async function write(): Promise<string> {
  const { coats, language } = await openCoats()
  writeFileSync(CONTRACT_FILE, renderedContract(coats, language))
  return IS_TRUE
}

async function check(): Promise<string> {
  const { coats, language } = await openCoats()
  if (readFileSync(CONTRACT_FILE, 'utf8') === renderedContract(coats, language)) return IS_TRUE
  throw new Refusal('openapi.yaml differs from what the rules say: run "robe contract write"')
}

/** The text of openapi.yaml as these rules want it. */
export function renderedContract(coats: Coats, language: string): string {
  const slots = Object.entries(renderSlots(coats)).map(
    ([name, schema]) => [['components', 'schemas', name], schema] as const,
  )
  const answers = workExamples(readDocument(), coats, language).map(
    ({ path, name, answer }) =>
      [
        ['paths', path, 'post', 'responses', '200', 'content', 'application/json', 'examples', name, 'value'],
        answer,
      ] as const,
  )
  const refusal = [REFUSAL, refusalExample(coats, language)] as const
  return withPlaces(readFileSync(CONTRACT_FILE, 'utf8'), [...slots, ...answers, refusal])
}
