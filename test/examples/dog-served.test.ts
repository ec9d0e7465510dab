/**
 * The dog of examples/ over HTTP: the same program, other rule files, and nothing left of the horse.
 */
import { deepEqual } from 'node:assert/strict'
import t from 'tap'
import { form } from '../http/service.js'
import { at, servedConformance, type Json } from '../contract/conformance.js'
import { shippedRuleset } from '../phenotypes/shipped.js'
import { startRobe } from '../process/robe.js'
import { DOG, openExample } from './example-sets.js'

const robe = await startRobe(t, DOG.settings)
const contract = await servedConformance(robe.url)

/** Asks in both encodings; both must have one answer. Every answer is held against the served document. */
async function post(path: string, fields: Json): Promise<{ readonly status: number; readonly body: Json }> {
  const [asForm, asJson] = await Promise.all(
    [
      ['application/x-www-form-urlencoded', form(fields)],
      ['application/json', JSON.stringify(fields)],
    ].map(async ([type = '', body = '']) => {
      const response = await contract.fetch(`${robe.url}${path}`, {
        method: 'POST',
        headers: { 'X-API-Key': robe.firstKey, 'Content-Type': type },
        body,
      })
      return { status: response.status, body: (await response.json()) as Json }
    }),
  )
  deepEqual(asForm, asJson)
  return asJson as { status: number; body: Json }
}

interface Possibility {
  readonly coat: string
  readonly percentage: number
  readonly genotype: Json
  readonly viability?: { readonly status: string }
}

const DANE = { base: { e_locus: ['E', 'E'], k_locus: ['KB', 'KB'], a_locus: ['Ay', 'Ay'] } }
const HARLEQUIN = { ...DANE, others: { m_locus: ['M', 'm'], h_locus: ['H', 'h'] } }

/** The table of genes, in which the dog's have their own names: that of `a_locus` is agouti. */
const GENES = /<section id="genes">.*?<\/section>/s

t.test('the page has a row for each gene of the dog, and no other', async (t) => {
  const [table = ''] = GENES.exec(await (await fetch(`${robe.url}/docs`)).text()) ?? []
  const { loci } = (await openExample(DOG)).model.source
  const rows = [...table.matchAll(/scope="row"><code>([^<]*)<\/code> <span class="gloss">([^<]*)</g)]
  t.same(
    rows.map(([, locus, name]) => [locus, name]),
    loci.map(({ locus, name }) => [locus, name]),
  )
})

/** Names of the contract's fields are the same for all animals; text goes on after a word, or ends in a full stop. */
const FIELD = /\b(?:horses?|foals?|mares?|stallions?)(?=["'`:<&=]|(?:\[\])?\.(?:\w|<\/span>)|$)/gm

t.test('what is served names no locus of the horse, and no horse', async (t) => {
  const { loci } = (await shippedRuleset()).model.source
  // A dog too can be brindle; it is no gene of its own.
  const words = new Set(
    (await openExample(DOG)).model.source.tables.flatMap(({ rules }) => rules).flatMap(({ then }) => then),
  )
  for (const path of ['/openapi.yaml', '/openapi.json', '/docs']) {
    const page = await (await fetch(robe.url + path)).text()
    const text = page.replace(GENES, '')
    t.ok(text.includes('k_locus'), `${path} names the dog's`)
    const horses = loci.filter(({ locus }) => {
      const mention = words.has(locus) ? `Allele_${locus}|\\b${locus}"?:` : `\\b${locus}\\b`
      return new RegExp(mention).test(text)
    })
    t.same(
      horses.map(({ locus }) => locus),
      [],
      path,
    )
    t.same(text.replaceAll(FIELD, '').match(/\b(horse|foal|mare|stallion|equine)s?\b/gi) ?? [], [], path)
  }
  t.notMatch(robe.out(), /extension|agouti/, 'nor does the line to paste')
})

const REFUSAL =
  '/components/responses/BadRequest/content/application~1json/examples/VALIDATION_INVALID_GENES/value'

t.test('the document’s example of a refusal is what this service says', async (t) => {
  const { base } = DANE
  const { status, body } = await post('/coats/result', { base: { ...base, e_locus: 'EmE' } })
  t.equal(status, 400)
  t.same(body, at(contract.document, REFUSAL))
})

t.test('a horse is refused, with the genes a dog has', async (t) => {
  const { status, body } = await post('/coats/result', {
    base: { ...DANE.base, agouti: ['A', 'a'] },
  })
  t.equal(status, 400)
  t.match(body, { details: { field: 'base.agouti', expected: ['e_locus', 'k_locus', 'a_locus'] } })
})

t.test('a dog is named in its languages, English when none is asked for', async (t) => {
  for (const [lang, name] of [
    [undefined, 'Harlequin'],
    ['en', 'Harlequin'],
    ['fr', 'Arlequin'],
  ]) {
    const { body } = await post('/coats/result', { ...HARLEQUIN, ...(lang === undefined ? {} : { lang }) })
    t.match(body, { translate: name })
  }
})

t.test('the explanation tells what is hidden and what is at stake', async (t) => {
  const { body } = await post('/coats/result', {
    ...HARLEQUIN,
    others: { ...HARLEQUIN.others, h_locus: ['H', 'H'] },
    explain: 'true',
  })
  t.match(body['explain'], {
    visible: ['black', 'harlequin'],
    hidden: [{ token: 'merle/1', by: 'harlequin-present' }],
    viability: { status: 'lethal', evidence: 'established' },
  })
})

t.test('the catalogue is the dog’s, with its linkage group', async (t) => {
  const response = await contract.fetch(`${robe.url}/coats/genes?lang=fr`, {
    headers: { 'X-API-Key': robe.firstKey },
  })
  const { genes } = (await response.json()) as { genes: readonly Json[] }
  t.equal(genes.length, 11)
  t.same(
    genes.filter((gene) => gene['linkage_group'] === 'cfa20').map((gene) => gene['gene']),
    ['i_locus', 's_locus'],
  )
  t.match(genes[0], { gene: 'e_locus', required: true, alleles: [{ allele: 'Em', name: 'masque' }] })
})

t.test('two Labradors that carry red and brown: nine black, three liver, four red in sixteen', async (t) => {
  const labrador = {
    base: { e_locus: ['E', 'e'], k_locus: ['KB', 'KB'], a_locus: ['Ay', 'Ay'] },
    others: { b_locus: ['B', 'bs'] },
  }
  const parents = { mother: labrador, father: labrador }
  const grouped = await post('/coats/generateChild', { ...parents, group_by: 'coat' })
  t.same(sharesOf(grouped.body), [
    ['Black', 56.25],
    ['Recessive red', 25],
    ['Liver', 18.75],
  ])
  const listed = await post('/coats/generateChild', parents)
  const results = listed.body['results'] as readonly Possibility[]
  t.equal(results.length, 9)
  t.equal(sum(results), 100)
})

t.test('two harlequins: every share by hand, and a quarter that is not born', async (t) => {
  const { body } = await post('/coats/generateChild', {
    mother: HARLEQUIN,
    father: HARLEQUIN,
    group_by: 'coat',
  })
  // Merle 1:2:1 times harlequin 1:2:1. H/h and h/h live and H/H does not; harlequin is seen on a single merle only,
  // so a double merle is one coat, and so is a black dog, with and without it.
  t.same(
    new Map(sharesOf(body)),
    new Map([
      ['Harlequin', 25],
      ['Blue merle', 12.5],
      ['Black double merle', 18.75],
      ['Black', 18.75],
      ['Harlequin (lethal)', 12.5],
      ['Black double merle (lethal)', 6.25],
      ['Black (lethal)', 6.25],
    ]),
  )
  t.equal(body['live_foal_percentage'], 75)
  t.equal(sum(body['results'] as readonly Possibility[]), 100)
})

t.test('spotting and intensity stay together as often as the linkage file says', async (t) => {
  const red = { e_locus: ['e', 'e'], k_locus: ['ky', 'ky'], a_locus: ['Ay', 'Ay'] }
  const { body } = await post('/coats/generateChild', {
    mother: { base: red, others: { s_locus: ['S', 'sp'], i_locus: ['I', 'i'] } },
    father: { base: red, others: { s_locus: ['sp', 'sp'], i_locus: ['i', 'i'] } },
    kit_linkage: { mother: ['sp', 'i'], father: [] },
    group_by: 'coat',
  })
  // 0.23 of the mother's gametes are recombined, half of them of either kind.
  t.same(
    new Map(sharesOf(body)),
    new Map([
      ['Recessive red', 38.5],
      ['Cream piebald', 38.5],
      ['Recessive red piebald', 11.5],
      ['Cream', 11.5],
    ]),
  )
  t.equal(body['has_kit_linkage'], true)
})

function sharesOf(body: Json): readonly (readonly [string, number])[] {
  return (body['results'] as readonly Possibility[]).map(({ coat, percentage, viability }) => [
    viability === undefined ? coat : `${coat} (${viability.status})`,
    percentage,
  ])
}

function sum(results: readonly Possibility[]): number {
  return results.reduce((total, { percentage }) => total + percentage, 0)
}
