/**
 * Requests as real clients write them, and one answer for one question however it is written.
 */
import axios from 'axios'
import fc from 'fast-check'
import t from 'tap'
import { BAY, brackets, form, get, post, startService } from './service.js'

const COAT = '/coats/result'
const FOALS = '/coats/generateChild'
const HORSE = { base: BAY, others: { matp: ['Cr', 'n'], kit: ['To+DW20', 'n'] } }
const CROSS = {
  mother: HORSE,
  father: { base: { agouti: ['a', 'a'], extension: ['e', 'e'] }, others: { dun: ['D', 'nd2'] } },
  kit_linkage: { mother: ['E', 'To'], father: [] },
}

t.test('one horse written in every way has one answer', async (t) => {
  const service = await startService(t)
  const reference = await post(service, COAT, form({ ...HORSE, lang: 'en' }))
  t.equal(reference.status, 200)
  t.match(reference.body, { base: BAY, translate: /buckskin/i })
  const json = JSON.stringify
  const ways: Readonly<Record<string, string>> = {
    brackets: brackets({ ...HORSE, lang: 'en' }),
    'base in JSON, others in brackets': `${form({ base: BAY, lang: 'en' })}&${brackets({ others: HORSE.others })}`,
    'base in brackets, others in JSON': `${brackets({ base: BAY })}&${form({ others: HORSE.others, lang: 'en' })}`,
    'indices as PHP writes them':
      'base[agouti][0]=A&base[agouti][1]=a&base[extension][0]=E&base[extension][1]=e&others[matp][0]=Cr&others[matp][1]=n&others[kit][0]=To%2BDW20&others[kit][1]=n&lang=en',
    'alleles the other way round': form({
      base: { extension: ['e', 'E'], agouti: ['a', 'A'] },
      others: { kit: ['n', 'DW20+To'], matp: ['n', 'Cr'] },
      lang: 'en',
    }),
    'laboratory spellings': form({ base: BAY, others: { matp: ['N', 'Cr'], kit: ['TO+W20'] }, lang: 'en' }),
    'spaces in the JSON': form({
      base: ` ${JSON.stringify(BAY, null, 2)}\n`,
      others: json(HORSE.others),
      lang: 'en',
    }),
    'fields nobody knows': `${form({ ...HORSE, lang: 'en', token: 'x' })}&extra[a][b]=1&utm=1&utm=2`,
    'empty options': `${form({ ...HORSE, lang: 'en' })}&explain=false`,
  }
  for (const [title, body] of Object.entries(ways)) {
    const told = await post(service, COAT, body)
    t.equal(told.status, 200, title)
    t.equal(told.text, reference.text, title)
  }
  const asJson = await post(service, COAT, { ...HORSE, lang: 'en' })
  t.equal(asJson.text, reference.text, 'a JSON body')
})

t.test('one cross written in every way has one answer', async (t) => {
  const service = await startService(t)
  const reference = await post(service, FOALS, form({ ...CROSS, has_IDK: 'false', lang: 'en' }))
  t.equal(reference.status, 200)
  t.match(reference.body, { has_kit_linkage: true, has_IDK: false })
  const { mother, father, kit_linkage } = CROSS
  const ways: Readonly<Record<string, string>> = {
    brackets: brackets({ ...CROSS, has_IDK: 'false', lang: 'en' }),
    'one parent each way': `${form({ mother, lang: 'en' })}&${brackets({ father, kit_linkage: { mother: ['E', 'To'] } })}`,
    'groups in JSON, parents in brackets': `${form({
      'mother[base]': mother.base,
      'mother[others]': mother.others,
      'father[base]': father.base,
      lang: 'en',
    })}&${brackets({ 'father[others]': father.others })}&${form({ 'kit_linkage[mother]': ['E', 'To'] })}`,
    'a language inside a parent': form({
      mother: { ...mother, lang: 'xx' },
      father,
      kit_linkage,
      lang: 'en',
    }),
    'a side of empty text': form({
      mother,
      father,
      kit_linkage: { mother: ['E', 'To'], father: '' },
      lang: 'en',
    }),
    'a side of null': form({
      mother,
      father,
      kit_linkage: { mother: ['E', 'To'], father: null },
      lang: 'en',
    }),
  }
  for (const [title, body] of Object.entries(ways)) {
    const told = await post(service, FOALS, body)
    t.equal(told.status, 200, title)
    t.equal(told.text, reference.text, title)
  }
  const asJson = await post(service, FOALS, { ...CROSS, has_IDK: false, lang: 'en' })
  t.equal(asJson.text, reference.text, 'a JSON body')
})

t.test('nothing in others, however it is written, is nothing', async (t) => {
  const service = await startService(t)
  const reference = await post(service, COAT, form({ base: BAY }))
  for (const others of ['{}', '[]', '', 'null']) {
    const told = await post(service, COAT, `${form({ base: BAY })}&others=${others}`)
    t.equal(told.status, 200, others)
    t.equal(told.text, reference.text, `others=${others}`)
  }
  for (const kit_linkage of ['{}', '[]', '', 'null', '{"mother":[]}', '{"mother":"","father":null}']) {
    const body = form({ mother: { base: BAY }, father: { base: BAY, others: [] }, kit_linkage })
    const told = await post(service, FOALS, body)
    t.equal(told.status, 200, `kit_linkage=${kit_linkage}`)
    t.match(told.body, { has_kit_linkage: false })
  }
})

t.test('axios is understood as it comes', async (t) => {
  const service = await startService(t)
  const client = axios.create({ baseURL: service.url, headers: { 'X-API-Key': service.key } })
  const base = JSON.stringify(BAY)
  const params = await client.post<unknown>(COAT, new URLSearchParams({ base, lang: 'fr' }))
  t.match(params.data, { translate: 'Bai' })
  for (const indexes of [false, true]) {
    const asForm = await client.post<unknown>(
      COAT,
      { base: BAY, lang: 'fr' },
      { headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, formSerializer: { indexes } },
    )
    t.match(
      asForm.data,
      { translate: 'Bai' },
      `axios’s own brackets, ${indexes ? 'with' : 'without'} indices`,
    )
  }
  const asJson = await client.post<unknown>(COAT, { base: BAY, lang: 'fr' })
  t.match(asJson.data, { translate: 'Bai' })
  const bad = await client.post<unknown>(COAT, new URLSearchParams({ lang: 'fr' }), {
    validateStatus: () => true,
  })
  t.equal(bad.status, 400)
  t.match(bad.data, { code: 'VALIDATION_MISSING_FIELD', details: { field: 'base' } })
})

t.test('any horse has one answer, by text and by brackets, in any order', async (t) => {
  const service = await startService(t)
  const pairs = service.coats.vocabulary
    .filter(({ noCopy }) => noCopy === null)
    .map(({ gene, group, required, alleles, notation }) => {
      const allele = fc.constantFrom(...alleles)
      const pair =
        notation === 'compact'
          ? fc.constantFrom(...alleles.filter((_, i) => i > 0)).map((one) => [one])
          : fc.tuple(allele, allele)
      return fc.record({
        gene: fc.constant(gene),
        group: fc.constant(group),
        pair,
        named: required ? fc.constant(true) : fc.boolean(),
      })
    })
  const groupsOf = (
    genes: readonly { gene: string; group: string; pair: readonly string[] }[],
    turned: boolean,
  ) => {
    const ordered = turned ? [...genes].reverse() : genes
    const inGroup = (group: string) =>
      Object.fromEntries(
        ordered
          .filter((each) => each.group === group)
          .map(({ gene, pair }) => [gene, turned ? [...pair].reverse() : pair]),
      )
    return { base: inGroup('base'), others: inGroup('others') }
  }
  await fc.assert(
    fc.asyncProperty(fc.tuple(...pairs), async (drawn) => {
      const genes = drawn.filter(({ named, gene }) => named && gene !== 'pax3')
      const byText = await post(service, COAT, form(groupsOf(genes, false)))
      const byBrackets = await post(service, COAT, brackets(groupsOf(genes, true)))
      t.equal(byText.status, 200, byText.text)
      t.equal(byBrackets.text, byText.text)
    }),
    { numRuns: 60, seed: 20261121 },
  )
})

t.test(
  'two variants of unknown phase are one question in both encodings, and their echo is another',
  async (t) => {
    const service = await startService(t)
    const horse = { base: BAY, others: { kit: ['To', 'DW20', 'unphased'] } }
    const told = await post(service, COAT, form({ ...horse, lang: 'en' }))
    t.match(told, {
      status: 200,
      body: { others: { kit: ['To', 'DW20', 'unphased'] }, translate: 'Bay tobiano' },
    })
    t.equal((await post(service, COAT, brackets({ ...horse, lang: 'en' }))).text, told.text)
    const echoed = { base: told.body['base'], others: told.body['others'], lang: 'en' }
    t.equal((await post(service, COAT, echoed)).text, told.text)
    const cross = { mother: horse, father: { base: BAY }, lang: 'en' }
    const foals = await post(service, FOALS, form(cross))
    t.equal(foals.status, 200)
    t.equal((await post(service, FOALS, brackets(cross))).text, foals.text)
    t.equal((await post(service, FOALS, cross)).text, foals.text)
    t.match(await post(service, COAT, form({ base: BAY, others: { kit: ['To', 'unphased'] } })), {
      status: 400,
      body: {
        code: 'VALIDATION_INVALID_GENES',
        message: /unphased is written once, beside two to six separate variants without n$/,
        details: { field: 'others.kit', value: ['To', 'unphased'] },
      },
    })
  },
)

t.test('what is answered is what may be asked', async (t) => {
  const service = await startService(t)
  const cross = await post(service, FOALS, form({ ...CROSS, lang: 'en' }))
  const { results } = cross.body as {
    results: readonly { coat: string; genotype: Readonly<Record<string, readonly string[]>> }[]
  }
  const step = Math.ceil(results.length / 20)
  for (const { coat, genotype } of results.filter((_, i) => i % step === 0)) {
    const { agouti, extension, ...others } = genotype
    const told = await post(service, COAT, form({ base: { agouti, extension }, others, lang: 'en' }))
    t.equal(told.body['translate'], coat)
  }
})

t.test('the language is the field’s, else the header’s, else the default', async (t) => {
  const service = await startService(t)
  const name = async (fields: Readonly<Record<string, unknown>>, header?: string): Promise<string> => {
    const headers = header === undefined ? { 'Accept-Language': '' } : { 'Accept-Language': header }
    const told = await post(service, COAT, form({ base: BAY, ...fields }), headers)
    return `${String(told.body['translate'])} ${told.headers.get('content-language') ?? ''}`
  }
  t.equal(await name({}), 'Bai fr')
  t.equal(await name({ lang: 'en' }), 'Bay en')
  t.equal(await name({ lang: 'fr' }, 'en'), 'Bai fr', 'the field before the header')
  t.equal(await name({}, 'en'), 'Bay en')
  t.equal(await name({}, 'en-GB,en;q=0.9,fr;q=0.8'), 'Bay en')
  t.equal(await name({}, 'nl, en;q=0.2, fr;q=0.5'), 'Bai fr')
  t.equal(await name({}, 'en;q=0, *'), 'Bai fr')
  t.equal(await name({}, 'fr;q=0, *'), 'Bay en', 'what is refused is not given where something else will do')
  t.equal(await name({}, 'en;q=0, en-GB'), 'Bai fr')
  t.equal(await name({}, 'xx;q=x,,;;=,%'), 'Bai fr', 'a header that cannot be read changes nothing')
  const foals = await post(service, FOALS, form({ mother: { base: BAY }, father: { base: BAY } }), {
    'Accept-Language': 'en',
  })
  t.equal(foals.headers.get('content-language'), 'en')
})

t.test('the catalogue is told in the language asked for', async (t) => {
  const service = await startService(t)
  const inEnglish = await get(service, '/coats/genes?lang=en')
  t.match(inEnglish, { status: 200, body: { language: 'en', languages: service.coats.languages } })
  t.equal(inEnglish.headers.get('content-language'), 'en')
  t.equal((await get(service, '/coats/genes', { 'Accept-Language': 'en' })).text, inEnglish.text)
  t.match((await get(service, '/coats/genes')).body, { language: 'fr' })
  for (const query of ['lang=xx', 'lang=fr&lang=en', 'lang[]=fr', 'lang=%', 'lang']) {
    const told = await get(service, `/coats/genes?${query}`)
    t.equal(told.status, 400, query)
    t.match(told.body, { code: 'VALIDATION_INVALID_FIELD', details: { field: /^lang/ } }, query)
  }
  t.equal((await get(service, '/coats/genes?other=1')).status, 200)
})
