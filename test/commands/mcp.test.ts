/**
 * `robe mcp` as an assistant meets it: a process of its own, asked by the protocol's own client.
 */
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { join } from 'node:path'
import t from 'tap'
import { ROOT } from '../process/robe.js'
import type { Scope } from '../process/scope.js'

const BAY = { extension: ['E', 'e'], agouti: ['A', 'A'] }
const CHESTNUT = { extension: ['e', 'e'], agouti: ['A', 'A'] }
const PALOMINO = { base: CHESTNUT, others: { matp: ['Cr', 'n'] } }

async function assistant(t: Scope) {
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [join(ROOT, 'build/src/cli.js'), 'mcp', '--lang', 'en'],
    }),
  )
  t.teardown(() => client.close())
  const ask = async (name: string, fields: object) => {
    const { content, isError } = await client.callTool({ name, arguments: { ...fields } })
    const [first] = content
    if (first?.type !== 'text') throw new Error('no text')
    return { isError, body: JSON.parse(first.text) as Record<string, unknown> }
  }
  return { client, ask }
}

t.test('an assistant finds each question of the API as a tool, with its fields', async (t) => {
  const { client } = await assistant(t)
  const { tools } = await client.listTools()
  const names = tools.map(({ name }) => name)
  for (const name of ['calculateCoat', 'calculateOffspring', 'infer']) t.ok(names.includes(name), name)
  for (const { name, description = '', inputSchema } of tools) {
    t.ok(description.length > 30, `${name} is described`)
    t.not(Object.keys(inputSchema.properties ?? {}).length, 0, `${name} has fields`)
    t.notMatch(JSON.stringify(inputSchema), '#/components/', `the schema of ${name} stands alone`)
  }
})

t.test('answers are right, short, and say what they rest on', async (t) => {
  const { ask } = await assistant(t)
  t.match(await ask('calculateCoat', { base: BAY, others: { matp: ['Cr', 'n'] } }), {
    isError: false,
    body: { translate: 'Buckskin' },
  })
  t.match(await ask('calculateCoat', { base: BAY, lang: 'fr' }), { body: { translate: 'Bai' } })
  const foals = await ask('calculateOffspring', { mother: PALOMINO, father: PALOMINO })
  t.match(foals.body, {
    results: [
      { coat: 'Palomino', percentage: 50 },
      { coat: 'Cremello', percentage: 25 },
      { coat: 'Chestnut', percentage: 25 },
    ],
  })
  const frame = { base: BAY, others: { frame: ['O', 'n'] } }
  t.match((await ask('calculateOffspring', { mother: frame, father: frame })).body, {
    live_foal_percentage: 75,
  })
  const pair = await ask('calculateOffspring', { mother: { base: CHESTNUT }, father: { base: CHESTNUT } })
  t.match(pair.body, { results: [{ coat: 'Chestnut', percentage: 100 }] }, 'two chestnuts have no bay')
  const many = {
    base: BAY,
    others: { matp: ['Cr', 'n'], dun: ['D', 'nd2'], grey: ['G', 'n'], silver: ['Z', 'n'] },
  }
  const { body } = await ask('calculateOffspring', { mother: many, father: many })
  t.equal((body['results'] as readonly unknown[]).length, 20, 'of all coats, the most probable')
})

t.test('without a population the textbook assumption stands, and the answer says so', async (t) => {
  const { ask } = await assistant(t)
  const horses = [
    { id: 'mare', sex: 'f', seen: 'bay' },
    { id: 'stallion', sex: 'm', seen: 'grey', others: { grey: ['?', '?'] } },
  ]
  const { isError, body } = await ask('infer', { horses, ask: [{ foal: ['mare', 'stallion'] }] })
  t.notOk(isError)
  t.match(body, { estimated: true, answers: [{ results: [{ coat: 'Grey (born bay)' }] }] })
  t.match(JSON.stringify(body['notes']), /textbook assumption/i)
})

t.test('a mistake is answered with the field, the value and what was expected', async (t) => {
  const { ask } = await assistant(t)
  t.match(await ask('calculateCoat', { base: { extension: ['E', 'x'], agouti: ['A', 'A'] } }), {
    isError: true,
    body: { code: 'VALIDATION_INVALID_GENES', details: { field: 'base.extension' } },
  })
  t.match(await ask('calculateCoat', { base: { extension: ['E', 'e'] } }), {
    isError: true,
    body: { code: 'VALIDATION_MISSING_FIELD', details: { field: 'base.agouti' } },
  })
})
