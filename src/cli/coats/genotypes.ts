/**
 * `robe genotypes`: all genotypes of the coats that a name can mean.
 * Guarantees: the answer of POST /coats/genotypesOf; the text says how many products it leaves out.
 */
import { styleText } from 'node:util'
import type { Command } from 'commander'
import { ask, wholeBody } from '../../operations/ask.js'
import type { ReadingAnswer } from '../../operations/genotypes-of/genotypes-of.js'
import { genotypesOf } from '../../operations/genotypes-of/operation.js'
import { givenText } from '../../workbench/examples/given.js'
import { ClientError } from '../../operations/client-error.js'
import { action, jsonText, Refusal } from '../report.js'
import { openDefaultRuleset, TERMINALS, fallbackLanguage } from '../rules/open-rules.js'
import { counted, genotypesText, textOf, type Lines } from '../terminal.js'
import { askTyped } from './typed-question.js'

interface Options {
  readonly lang?: string
  readonly loose?: boolean
  readonly limit?: string
  readonly json?: boolean
}

/** Products that the text lists. */
const USUAL_LIMIT = '20'

export function registerGenotypes(program: Command): void {
  program
    .command('genotypes')
    .description('list all genotypes of the coats that a name can mean')
    .argument('<name...>', "a coat's name in any language")
    .option(
      '--lang <code>',
      `language of the answer, tried first for the name; ${TERMINALS}, but not for --json`,
    )
    .option('--loose', 'include what usage covers beside the name itself')
    .option('--limit <n>', `list at most n products; default: ${USUAL_LIMIT}, with --json 1000`)
    .option('--json', 'the body of POST /coats/genotypesOf')
    .action(action(genotypes))
}

async function genotypes(
  words: readonly string[],
  { lang, loose = false, limit, json = false }: Options,
): Promise<string> {
  const { ruleset } = await openDefaultRuleset()
  const fields = { name: words.join(' '), lang, loose, limit: limit ?? (json ? undefined : USUAL_LIMIT) }
  const language = fallbackLanguage(ruleset.languages, json)
  const body = askTyped({}, () => askNamed(() => wholeBody(ask(genotypesOf, ruleset, fields, language))))
  return json ? jsonText(body) : textOf(body.readings.map(readingLines))
}

/** A fault of the name, which is no option. */
function askNamed<Answer>(answer: () => Answer): Answer {
  try {
    return answer()
  } catch (error) {
    if (!(error instanceof ClientError && error.details?.field === 'name')) throw error
    throw new Refusal(`error: ${error.message.replace(/^name /, 'the name ')}`)
  }
}

function readingLines(reading: ReadingAnswer): Lines {
  const { language, name, whole, count, products, smallest, genotypes: listed, any } = reading
  const left = BigInt(products) - BigInt(listed.length)
  const what = whole ? name : `every coat with: ${name}`
  return [
    `${styleText('bold', what)} (${language}): ${genotypesText(BigInt(count))}`,
    smallest && `  smallest: ${givenText({ ...smallest.base, ...smallest.others })}`,
    listed.map((product) => `  ${productText(product)}`),
    left > 0n && `  and ${counted(left)} more products`,
    count !== '0' && any.length > 0 && `  whatever: ${any.join(', ')}`,
    count === '0' && '  no animal shows it',
  ]
}

/** Such as `gene=A/A|A/a`. */
function productText(product: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(product)
    .map(([gene, texts]) => `${gene}=${texts.join('|')}`)
    .join(' ')
}
