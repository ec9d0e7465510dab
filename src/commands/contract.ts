/**
 * `robe contract`: renders the loaded rules into openapi.yaml, and checks that the committed rendering is true.
 * Guarantees: `write` sets the slots, the examples' answers and the examples of forms, and nothing else; `check`
 * changes nothing.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import type { Coats } from '../coats/coats.js'
import { renderSlots, staleSlots } from '../http/contract/slots.js'
import { CONTRACT_FILE } from '../http/contract/contract-file.js'
import { readDocument, withPlaces } from '../http/contract/document.js'
import { ANSWERS, FORM_EXAMPLES, REFUSAL, refusalExample, workExamples } from '../http/contract/examples.js'
import { action, Refusal } from './report.js'
import { openCoats } from './rules/open-rules.js'

export function registerContract(program: Command): void {
  const contract = program.command('contract').description('keep openapi.yaml true to the rules')
  contract
    .command('write')
    .description('render genes, languages, and forms and answers of the examples into openapi.yaml')
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
  const document = readDocument()
  const slots = renderSlots(coats)
  const filled = Object.entries(slots).flatMap(([kind, components]) =>
    Object.entries(components).map(([name, slot]) => [['components', kind, name], slot] as const),
  )
  const stale = staleSlots(document, slots).map(
    (name) => [['components', 'schemas', name], undefined] as const,
  )
  const worked = workExamples(document, coats, language).flatMap(({ path, name, form, answer }) => [
    [['paths', path, 'post', ...FORM_EXAMPLES, name], form] as const,
    ...(answer === undefined ? [] : [[['paths', path, 'post', ...ANSWERS, name, 'value'], answer] as const]),
  ])
  const refusal = [REFUSAL, refusalExample(coats, language)] as const
  return withPlaces(readFileSync(CONTRACT_FILE, 'utf8'), [...stale, ...filled, ...worked, refusal])
}
