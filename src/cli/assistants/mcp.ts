/**
 * `robe mcp`: a server of the Model Context Protocol on stdin and stdout, for assistants.
 * Guarantees: computes on this machine, needs no key, reads and sends nothing else; nothing but the protocol is written to stdout.
 */
import { once } from 'node:events'
import type { jsonSchemaValidator } from '@modelcontextprotocol/server'
import type { Command } from 'commander'
import { OPERATIONS } from '../../operations/registry.js'
import type { Fields } from '../../operations/read/decode-fields.js'
import { readContractText } from '../../service/http/contract/contract-file.js'
import { documentOf } from '../../service/http/contract/document.js'
import { fillSlots } from '../../service/http/contract/slots.js'
import { action, Refusal, type Report } from '../report.js'
import { languageOf, openDefaultRuleset, TERMINALS, type RulesOptions } from '../rules/open-rules.js'
import { toolsOf } from './tools.js'

export function registerMcp(program: Command): void {
  program
    .command('mcp')
    .description('answer an assistant on stdin and stdout, by the Model Context Protocol')
    .option('--lang <code>', `language of answers whose question names none; ${TERMINALS}`)
    .action(action(mcp))
}

const INSTRUCTIONS =
  'Names of horse coats from genotypes, and the coats of foals. Genes that were not tested are written ["?", "?"]; ' +
  'percentages are probabilities, and notes say what they rest on. Never compute genetics yourself where a tool can.'

async function mcp(options: RulesOptions): Promise<Report> {
  const { McpServer, fromJsonSchema, serveStdio } = await protocol()
  const { ruleset } = await openDefaultRuleset()
  const tools = toolsOf(
    fillSlots(documentOf(readContractText()), ruleset),
    OPERATIONS,
    ruleset,
    languageOf(ruleset.languages, options),
  )
  const connection = serveStdio(() => {
    const server = new McpServer({ name: 'robe', version: ruleset.version }, { instructions: INSTRUCTIONS })
    for (const { name, title, description, inputSchema, call } of tools) {
      const annotations = { readOnlyHint: true, openWorldHint: false }
      const input = fromJsonSchema<Fields>(inputSchema, UNCHECKED)
      server.registerTool(name, { title, description, inputSchema: input, annotations }, (fields) => {
        const { body, isRefused } = call(fields)
        return { content: [{ type: 'text', text: JSON.stringify(body) }], isError: isRefused }
      })
    }
    return server
  })
  await once(process.stdin, 'close')
  await connection.close()
  return {}
}

/** The operations check their fields themselves, and their messages say what to send instead. */
const UNCHECKED: jsonSchemaValidator = {
  getValidator: () => (data) => ({ valid: true, data: data as never, errorMessage: undefined }),
}

/** The library of the protocol, which is optional. */
async function protocol() {
  try {
    const { McpServer, fromJsonSchema } = await import('@modelcontextprotocol/server')
    const { serveStdio } = await import('@modelcontextprotocol/server/stdio')
    return { McpServer, fromJsonSchema, serveStdio }
  } catch (error) {
    const isAbsent = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
    if (!isAbsent) throw error
    throw new Refusal(
      'error: robe mcp needs the optional package @modelcontextprotocol/server: npm install @modelcontextprotocol/server',
    )
  }
}
