/**
 * `robe contract`: renders the loaded rules into openapi.yaml, and checks that the committed file is up to date.
 * Guarantees: `write` changes only the slots, the answers of the examples and the examples of forms; `check` changes
 * nothing.
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
  const contract = program.command('contract').description('keep openapi.yaml in step with the rules')
  contract
    .command('write')
    .description('render genes, languages and examples into openapi.yaml')
    .action(action(write))
  contract.command('check').description('check whether openapi.yaml matches the rules').action(action(check))
}

const IS_TRUE = 'openapi.yaml matches the rules'

async function write(): Promise<string> {
  const { ruleset, language } = await openDefaultRuleset()
  writeFileSync(CONTRACT_FILE, renderedContract(ruleset, language))
  return IS_TRUE
}

async function check(): Promise<string> {
  const { ruleset, language } = await openDefaultRuleset()
  if (readContractText() === renderedContract(ruleset, language)) return IS_TRUE
  throw new Refusal('openapi.yaml does not match the rules: run "robe contract write"')
}

/** The contract's text for these rules. Throws ClientError for an example that they refuse. */
export function renderedContract(ruleset: Ruleset, language: string, text = readContractText()): string {
  const rendered = fitExamples(fillSlots(documentOf(text), ruleset), ruleset, language, (refusal) => {
    throw refusal
  })
  return withChanges(text, rendered)
}
