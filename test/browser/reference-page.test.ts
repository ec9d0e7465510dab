/**
 * The public reference page: complete, well-formed, and harmless whatever the document says.
 * Leaves to others: what a browser makes of it (reference-browser.test.ts).
 */
import t from 'tap'
import { ERROR_STATUS } from '../../src/operations/client-error.js'
import { at, entriesAt, listAt, operationsOf, resolved } from '../../src/pages/reference/document-reading.js'
import { anchor } from '../../src/pages/reference/markup.js'
import { renderReference } from '../../src/pages/reference/reference.js'
import { showJson } from '../../src/pages/reference/shown-json.js'
import { shippedRuleset } from '../phenotypes/shipped.js'
import { HOSTILE, hostileDocument, hostileLoci } from './hostile-document.js'
import { readHtml } from './html-reading.js'
import { committedDocument } from '../contract/conformance.js'

const document = committedDocument()
const { loci } = (await shippedRuleset()).model.source
const { html, css } = renderReference(document, loci)
const page = readHtml(html)

/** The markup from this id to the end of its article; our articles hold no other. */
function article(id: string): string {
  const start = html.indexOf(` id="${id}"`)
  if (start < 0) throw new Error(`there is no article ${id}`)
  return html.slice(start, html.indexOf('</article>', start))
}

const ids = (of: typeof page): string[] =>
  of.tags.flatMap(({ attributes: { id } }) => (id === undefined ? [] : [id]))
const links = (of: typeof page): string[] =>
  of.tags.flatMap(({ attributes: { href } }) => (href?.startsWith('#') === true ? [href.slice(1)] : []))

/** The names of the rows. */
function headsOf(part: string): readonly string[] {
  return [...part.matchAll(/scope="row">([\s\S]*?)<\/th>/g)].map(([, head = '']) =>
    readHtml(head).text.replace(' required', ''),
  )
}

t.test('the page is well-formed HTML with one title and headings that skip no level', (t) => {
  t.same(page.faults, [])
  const levels = page.tags.flatMap(({ name }) => (/^h[1-6]$/.test(name) ? [Number(name[1])] : []))
  t.equal(levels.filter((level) => level === 1).length, 1)
  t.equal(levels[0], 1)
  t.notOk(levels.some((level, index) => level > (levels[index - 1] ?? 1) + 1))
  t.end()
})

t.test('every link within the page has its target, and no target is there twice', (t) => {
  for (const [what, read] of [
    ['the contract', page],
    ['a hostile document', readHtml(renderReference(hostileDocument(), hostileLoci()).html)],
  ] as const) {
    t.ok(links(read).length > 5, `${what} has links`)
    t.same(
      [...new Set(links(read))].filter((link) => !ids(read).includes(link)),
      [],
      what,
    )
    t.equal(new Set(ids(read)).size, ids(read).length, `${what}: ids are unique`)
    t.notOk(
      ids(read).some((id) => /\s/.test(id)),
      `${what}: ids hold no space`,
    )
  }
  t.end()
})

t.test('every operation is shown with its method, path, fields, statuses and examples', (t) => {
  const operations = operationsOf(document)
  t.ok(operations.length >= 4)
  for (const { name, method, path, operation } of operations) {
    const shown = readHtml(article(anchor('operation', name))).text
    t.ok(shown.includes(`${method} ${path}`), `${name} has its method and path`)
    t.ok(shown.includes(String(operation['summary'])), `${name} has its summary`)
    const heads = headsOf(article(anchor('operation', name)))
    const bodies = entriesAt(operation, 'requestBody', 'content')
    const fields = bodies.flatMap(([, content]) =>
      Object.keys(Object(at(resolved(document, at(content, 'schema')), 'properties')) as object),
    )
    const parameters = listAt(operation, 'parameters').map((parameter) =>
      String(at(resolved(document, parameter), 'name')),
    )
    const statuses = entriesAt(operation, 'responses').map(([status]) => status)
    t.same(
      [...fields, ...parameters, ...statuses].filter((head) => !heads.includes(head)),
      [],
      `${name} has its rows`,
    )
    for (const [, content] of bodies)
      for (const [, example] of entriesAt(content, 'examples'))
        t.ok(shown.includes(String(at(example, 'summary'))), `${name} has an example`)
    // A batch has no example: its lines would name the genes of one species.
    if (path === '/coats/batch') continue
    t.ok(shown.includes(`curl -s "$ROBE${path}"`), `${name} can be called by pasting`)
  }
  t.end()
})

t.test('a required field is told from an optional one', (t) => {
  const result = article('operation-calculateCoat')
  t.match(result, /<code>base<\/code> <strong class="required">required<\/strong><\/th>/)
  t.match(result, /<code>lang<\/code><\/th>/)
  t.end()
})

t.test('every shared response, header, error code and schema is shown', (t) => {
  for (const [kind, part] of [
    ['answer', 'responses'],
    ['header', 'headers'],
    ['schema', 'schemas'],
  ] as const) {
    const names = entriesAt(document, 'components', part).map(([name]) => anchor(kind, name))
    t.ok(names.length > 5)
    t.same(
      names.filter((name) => !ids(page).includes(name)),
      [],
      part,
    )
  }
  const codes = listAt(document, 'components', 'schemas', 'Error', 'properties', 'code', 'enum').map(String)
  for (const code of codes) t.match(html, new RegExp(`id="${anchor('code', code)}" class="code">\\s*<h3>`))
  t.end()
})

t.test('every error code that the service knows says its meaning, what to do and an example body', (t) => {
  const incomplete = Object.entries(ERROR_STATUS).filter(([code, status]) => {
    const { text } = readHtml(article(anchor('code', code)))
    return ![`${code} ${status}`, 'What to do:', `"code": "${code}"`, 'Answered by'].every((part) =>
      text.includes(part),
    )
  })
  t.same(incomplete, [])
  t.end()
})

t.test('the statuses of each operation link to the codes that it can answer', (t) => {
  for (const { name } of operationsOf(document))
    t.match(article(anchor('operation', name)), `href="#${anchor('code', 'AUTH_MISSING_KEY')}"`, name)
  t.match(article('operation-batch'), `href="#${anchor('code', 'IDEMPOTENCY_CONFLICT')}"`)
  t.notMatch(article('operation-calculateCoat'), `href="#${anchor('code', 'IDEMPOTENCY_CONFLICT')}"`)
  t.end()
})

t.test('a nested object is unfolded below its field, with types in words and an example', (t) => {
  const cross = article('operation-calculateOffspring')
  const heads = headsOf(cross)
  const nested = [
    'kit_linkage',
    'kit_linkage.mother',
    'kit_linkage.father',
    'mother.seen.has',
    'population.loci',
  ]
  t.same(
    nested.filter((head) => !heads.includes(head)),
    [],
  )
  const row = /id="[^"]*-kit_5f.linkage_2e.mother">[\s\S]*?<\/tr>/.exec(cross)?.[0] ?? ''
  const { text } = readHtml(row)
  t.match(text, 'list of alleles')
  t.match(text, 'Example: ["E", "Rn"]')
  t.match(readHtml(cross).text, 'map from gene to list of alleles')
  t.match(readHtml(cross).text, 'The father Same fields as mother.', 'twice in a table, unfolded once')
  t.ok(headsOf(cross).includes('results[].percentage_band.low'), 'of answers too')
  t.end()
})

t.test('a long list of alleles is folded, not spread over the page', (t) => {
  const kit = /<code>kit<\/code><\/th>\s*<td.*/.exec(article('schema-RequestOtherGenes'))?.[0] ?? ''
  t.match(kit, /<details><summary>one of \d+ values<\/summary>/)
  t.match(kit, /<code>W35<\/code>/)
  t.notMatch(kit, /\(\?:/, 'as a list of values, not as an expression')
  t.end()
})

t.test('a shortened answer says so, and one shown in full does not', (t) => {
  const long = showJson({ rows: [{ a: 1 }, { a: 2 }, { a: 3 }, { a: 4 }] })
  t.match(long.text, '… 2 more')
  t.equal(long.leftOut, 2)
  const value = {
    base: { gene: ['A', 'a'] },
    none: [],
    empty: {},
    absent: null,
    text: '"{"',
    pair: [{ a: [1] }, 2],
  }
  const whole = showJson(value)
  t.same(JSON.parse(whole.text), value, 'what is shown in full is exact')
  t.equal(whole.leftOut, 0)
  t.equal(
    page.text.split('Shortened:').length - 1,
    html.split('<pre').filter((block) => /… \d+ more\n/.test(block)).length,
  )
  t.end()
})

t.test('whatever the document says stays text', (t) => {
  const hostile = readHtml(renderReference(hostileDocument(), hostileLoci()).html)
  t.same(hostile.faults, [])
  const known = new Set(page.tags.map(({ name }) => name))
  t.same(
    hostile.tags.filter(({ name }) => !known.has(name)),
    [],
    'no tag that the page of the contract has not',
  )
  const attributes = new Set(hostile.tags.flatMap((tag) => Object.keys(tag.attributes)))
  const ours = new Set(page.tags.flatMap((tag) => Object.keys(tag.attributes)))
  t.same(
    [...attributes].filter((name) => !ours.has(name)),
    [],
  )
  t.ok(hostile.text.split(HOSTILE.slice(0, HOSTILE.indexOf('`'))).length > 40, 'and is shown as it stands')
  t.end()
})

t.test('a pasted command line runs nothing that the document smuggles in', (t) => {
  const { text } = readHtml(renderReference(hostileDocument(), hostileLoci()).html)
  const call = /curl -s [\s\S]*?--data '[\s\S]*?\n *}'/.exec(text)?.[0] ?? ''
  t.ok(call.includes('\\$(id)'), 'an expansion between double quotes is escaped')
  t.ok(call.includes(`'\\''`), 'a quote between single quotes is closed and opened again')
  t.end()
})

t.test('neither script nor style stands in the page, and nothing is loaded but its own two files', (t) => {
  const names = page.tags.map(({ name }) => name)
  for (const name of ['style', 'img', 'iframe', 'object', 'base']) t.notOk(names.includes(name), name)
  t.match(html, '<script type="module" src="docs/reference.js"></script>')
  t.equal(html.split('<script').length, 2)
  t.notOk(
    page.tags.some(({ attributes }) => Object.keys(attributes).some((name) => /^(style|on.*)$/.test(name))),
  )
  const addresses = page.tags.flatMap(({ attributes: { href } }) => (href === undefined ? [] : [href]))
  t.same(
    [...new Set(addresses.filter((address) => !address.startsWith('#')))].sort(),
    ['docs/reference.css', 'openapi.json', 'openapi.yaml'],
    'all relative, so that the page works under any prefix',
  )
  t.notMatch(css, /url\(|@import|https?:/)
  t.end()
})

t.test('every field within an object of a request has an example, unless its type lists its values', (t) => {
  const rows = [...html.matchAll(/<tr role="row" class="depth-\d" id="field-[^"]*">[\s\S]*?<\/tr>/g)]
    .map(([row]) => row)
    .filter((row) => !/id="field-[^"]*_2e.answer/.test(row))
  t.ok(rows.length > 60, `${rows.length} rows`)
  const saysEnough =
    /Example:|true or false|Same fields|class="column"[^>]*>Type<\/span><div>(?:object|list of [^<]*objects|(?:<code>|map from gene to object))/
  t.same(
    rows.filter((row) => !saysEnough.test(row)).map((row) => /id="([^"]*)"/.exec(row)?.[1]),
    [],
  )
  t.end()
})
