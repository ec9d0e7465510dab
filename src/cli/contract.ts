/**
 * `robe contract`: renders the loaded rules into openapi.yaml, and checks that the committed rendering is true.
 * Guarantees: `write` sets the slots, the examples' answers and the examples of forms, and nothing else; `check`
 * changes nothing.
 */
import { writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import type { Ruleset } from '../operations/ruleset.js'
import { CONTRACT_FILE, readContractText } from '../service/http/contract/contract-file.js'
import { documentOf, withChanges } from '../service/http/contract/document.js'
import { fitExamples } from '../service/http/contract/examples.js'
import { fillSlots } from '../service/http/contract/slots.js'
import { action, Refusal } from './report.js'
import { openDefaultRuleset } from './rules/open-rules.js'

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
  const { ruleset, language } = await openDefaultRuleset()
  writeFileSync(CONTRACT_FILE, renderedContract(ruleset, language))
  return IS_TRUE
}

async function check(): Promise<string> {
  const { ruleset, language } = await openDefaultRuleset()
  if (readContractText() === renderedContract(ruleset, language)) return IS_TRUE
  throw new Refusal('openapi.yaml differs from what the rules say: run "robe contract write"')
}

/** The contract's text as these rules want it. Throws ClientError for an example that they refuse. */
export function renderedContract(ruleset: Ruleset, language: string, text = readContractText()): string {
  const rendered = fitExamples(fillSlots(documentOf(text), ruleset), ruleset, language, (refusal) => {
    throw refusal
  })
  return withChanges(text, rendered)
}
