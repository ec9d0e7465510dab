/**
 * The response cache: a repeated request gets the same answer as the first one, and is charged like it.
 */
import { request } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import t from 'tap'
import { questionsOf } from '../support/questions.js'
import { BAY, form, get, post, startService, type Reads, type Service, type Told } from './service.js'

const COAT = '/coats/result'
const FOALS = '/coats/generateChild'

/** Counts how often the rules were asked. */
function counting(): { readonly reads: Reads; readonly asked: () => number } {
  let asked = 0
  const counted: Reads[string] =
    (read) =>
    (...question) => (asked++, read(...question))
  return {
    reads: { 'coats.result': counted, 'coats.generateChild': counted, 'coats.genes': counted },
    asked: () => asked,
  }
}

const ask = (
  { path, body }: { readonly path: string; readonly body: string },
  service: Service,
): Promise<Told> => post(service, path, body)

const heard = ({ text, headers }: Told): readonly unknown[] => [
  text,
  headers.get('content-language'),
  headers.get('content-length'),
]

t.test('a repeated request gets the bytes of a service with an empty cache', async (t) => {
  const questions = [
    ...questionsOf({ kind: 'coats', form: 'json', seed: 11, count: 25 }),
    ...questionsOf({ kind: 'coats', form: 'brackets', seed: 12, count: 25 }),
    ...questionsOf({ kind: 'crosses', seed: 13, count: 25 }),
  ]
  const { reads, asked } = counting()
  const service = await startService(t, { reads })
  const different = new Map(questions.map((question) => [`${question.path} ${question.body}`, question]))
  for (const question of different.values()) await ask(question, service)
  const worked = asked()
  t.equal(worked, different.size, 'each question was computed once')
  const uncached = await startService(t)
  for (const question of questions.reverse()) {
    const [again, fresh] = [await ask(question, service), await ask(question, uncached)]
    if (!isDeepStrictEqual(heard(again), heard(fresh))) t.same(heard(again), heard(fresh), question.body)
  }
  t.comment(`${questions.length} questions`)
  t.equal(asked(), worked, 'no question was computed again')
})

t.test('a remembered answer costs a unit like any other', async (t) => {
  const service = await startService(t)
  const left = async (): Promise<number> =>
    Number((await post(service, COAT, form({ base: BAY }))).headers.get('x-ratelimit-remaining'))
  const [first, second, third, fourth] = [await left(), await left(), await left(), await left()]
  t.same([second, third, fourth], [first - 1, first - 2, first - 3])
})

t.test(
  'the same words mean something else in another language, on another path, in another media type',
  async (t) => {
    const service = await startService(t)
    const body = form({ base: BAY })
    for (let time = 0; time < 3; time++) {
      const english = await post(service, COAT, body, { 'Accept-Language': 'en' })
      const french = await post(service, COAT, body, { 'Accept-Language': 'fr' })
      t.equal(english.body['translate'], 'Bay')
      t.equal(french.body['translate'], 'Bai')
      t.equal(french.headers.get('content-language'), 'fr')
      t.equal((await post(service, FOALS, body)).status, 400)
      t.equal((await post(service, COAT, body, { 'Content-Type': 'application/json' })).status, 400)
      t.equal((await post(service, COAT, body)).status, 200)
    }
  },
)

t.test('every language of the catalogue of genes is remembered by itself', async (t) => {
  const { reads, asked } = counting()
  const service = await startService(t, { reads })
  const texts = new Set<string>()
  for (let time = 0; time < 3; time++)
    for (const language of service.coats.languages)
      texts.add((await get(service, `/coats/genes?lang=${language}`)).text)
  t.equal(texts.size, service.coats.languages.length)
  t.equal(asked(), texts.size)
})

t.test('what failed once is not remembered', async (t) => {
  let failing = true
  const service = await startService(t, {
    reads: {
      'coats.result':
        (read) =>
        (...question) => {
          if (failing) throw new Error('a defect, for once')
          return read(...question)
        },
    },
  })
  t.equal((await post(service, COAT, form({ base: BAY }))).status, 500)
  failing = false
  t.equal((await post(service, COAT, form({ base: BAY }))).status, 200)
})

t.test('usage is never remembered', async (t) => {
  const service = await startService(t)
  const used = async (): Promise<unknown> => (await get(service, '/coats/api-info')).body['daily_usage']
  t.equal(await used(), 0)
  await post(service, COAT, form({ base: BAY }))
  t.equal(await used(), 1)
})

t.test('every header of an answer stands there once', async (t) => {
  const service = await startService(t)
  const body = form({ base: BAY })
  for (let time = 0; time < 3; time++) {
    const names = await new Promise<readonly string[]>((resolve, reject) => {
      request(
        `${service.url}${COAT}`,
        {
          method: 'POST',
          headers: { 'X-API-Key': service.key, 'Content-Type': 'application/x-www-form-urlencoded' },
        },
        (response) => {
          response.resume()
          resolve(response.rawHeaders.filter((_, i) => i % 2 === 0).map((name) => name.toLowerCase()))
        },
      )
        .on('error', reject)
        .end(body)
    })
    t.same([...names].sort(), [...new Set(names)].sort())
  }
})

t.test('what the genes are asked with matters only as far as it decides the language', async (t) => {
  const { reads, asked } = counting()
  const service = await startService(t, { reads })
  const [english, french] = [
    await get(service, '/coats/genes?lang=en'),
    await get(service, '/coats/genes?lang=fr'),
  ]
  for (const query of ['lang=en&x=1', 'x=2&lang=en', 'x=3&lang=EN', 'lang=en-GB', 'lang=en_AU'])
    t.equal((await get(service, `/coats/genes?${query}`)).text, english.text, query)
  for (const query of ['x=4', 'lang=fr-CA', 'x=5&lang=fr'])
    t.equal(
      (await get(service, `/coats/genes?${query}`, { 'Accept-Language': 'fr' })).text,
      french.text,
      query,
    )
  t.equal(asked(), 2, 'each language was computed once')
  for (const query of ['lang=xx', 'lang[]=en', 'lang=en&lang=fr'])
    t.equal((await get(service, `/coats/genes?${query}`)).status, 400, query)
})
