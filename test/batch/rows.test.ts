/**
 * What a batch promises of its rows: order, each distinct question once, faults in place, the same answers as over HTTP.
 */
import t from 'tap'
import { batch } from './in-process.js'
import { startService } from '../http/service.js'

const HERD = 'id,extension,agouti,matp\n'
const ROWS = ['Ee,Aa,nCr', 'ee,AA,', 'EE,aa,', 'ee,AA,', 'Ee,Aa,Cr/n', 'Ee,Aa,nCr']

t.test('rows keep their order, and each distinct question is computed once', async (t) => {
  const text = HERD + Array.from({ length: 1000 }, (_, i) => `H${i},${ROWS[i % ROWS.length]}\n`).join('')
  const { out, counts } = await batch(text, { op: 'coat', pieces: 700 })
  const rows = out.trimEnd().split('\n').slice(1)
  const names = ['Buckskin', 'Chestnut', 'Black', 'Chestnut', 'Buckskin', 'Buckskin']
  t.same(
    rows,
    Array.from({ length: 1000 }, (_, i) => `${i + 2},H${i},${names[i % names.length]},,,`),
  )
  t.match(counts, { rows: 1000, faults: 0, computed: 4 })
})

t.test('a table asks what a request asks, for each operation', async (t) => {
  const columns = 'id,mother.extension,mother.agouti,father.extension,father.agouti\n'
  const cross = await batch(`${columns}a,Ee,Aa,ee,Aa\n`, { op: 'cross' })
  t.equal(
    cross.out,
    'line,id,foals,viability,live_foal_percentage,notes,fault\n2,a,Chestnut 50; Bay 37.5; Black 12.5,,,,\n',
  )
  const infer = await batch('id,coat,extension,agouti\na,black,,\n', { op: 'infer', population: 'textbook' })
  t.match(infer.out, /^2,a,Black,/m)
  const bounds = await batch('id,extension,agouti\na,E/?,AA\n', { op: 'coat', population: 'textbook' })
  t.match(bounds.out, /^2,a,Bay,/m)
  const lethal = await batch('id,extension,agouti,frame\na,Ee,AA,O/O\n', { op: 'coat' })
  t.match(lethal.out, /^2,a,[^,]+,"lethal: /m)
  await t.rejects(batch('id,extension\na,Ee\n', {}), /--op is required for a table/)
  await t.rejects(batch('id,coat\na,bay\n', { op: 'coat' }), /reads none of the columns/)
})

const QUESTIONS = [
  {
    id: 'a',
    op: 'coats.result',
    fields: { base: { extension: ['E', 'e'], agouti: ['A', 'a'] }, lang: 'en' },
  },
  { op: 'coats.result', fields: { base: { extension: ['E', 'x'], agouti: ['A', 'a'] } } },
  {
    id: 7,
    op: 'coats.generateChild',
    fields: {
      mother: { base: { extension: ['E', 'e'], agouti: ['A', 'a'] } },
      father: { base: { extension: ['e', 'e'], agouti: ['A', 'a'] } },
      group_by: 'coat',
    },
  },
  {
    id: 'b',
    op: 'coats.infer',
    fields: {
      population: 'textbook',
      horses: [{ id: 'x', seen: 'bay' }],
      untested: 'population',
      ask: [{ coat: 'x' }],
    },
  },
  { id: 'c', op: 'coats.reslut', fields: {} },
  { id: 'd', fields: {} },
  { id: [], op: 'coats.result' },
  { id: 'e', op: 'coats.result', field: {} },
  { id: 'f', op: 'coats.result', fields: 3 },
].map((each) => JSON.stringify(each))

t.test('NDJSON lines are answered as POST /coats/batch answers them', async (t) => {
  const text = [...QUESTIONS, '', 'no JSON', '[1]', QUESTIONS[0]].join('\n')
  const { url, key } = await startService(t)
  const headers = { 'content-type': 'application/x-ndjson', 'x-api-key': key, 'accept-language': 'en' }
  const response = await (await fetch(`${url}/coats/batch`, { method: 'POST', headers, body: text })).text()
  const { out } = await batch(text, { format: 'ndjson' })
  const parsed = (lines: string): unknown[] =>
    lines
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown)
  t.same(parsed(out), parsed(response))
})

t.test('a line that names no operation is asked the one of the command', async (t) => {
  const { op: _op, ...line } = JSON.parse(QUESTIONS[0] ?? '') as Record<string, unknown>
  const { out } = await batch(`${JSON.stringify(line)}\n`, { format: 'ndjson', op: 'coat' })
  t.match(JSON.parse(out), { line: 1, id: 'a', status: 200, body: { translate: 'Bay' } })
})
