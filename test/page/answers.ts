/**
 * Random questions, about what is known and what is not, put to the thread of the page in a real browser and to the core of the service.
 * Guarantees: the same seed asks the same.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Test } from 'tap'
import type { Coats } from '../support/coats.js'
import {
  NO_RELATIVES,
  NOTHING,
  questionOf,
  withGenesSeen,
  type Facts,
  type InferFields,
} from '../../src/pages/app/form/relatives.js'
import type { PageTest } from './on-page.js'

type Kind = 'horse' | 'picture' | 'foals' | 'infer'
interface RandomQuestion {
  readonly kind: Kind
  readonly fields: Readonly<Record<string, unknown>>
}

/** mulberry32 */
function chanceOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function randomQuestions(coats: Coats, count: number, seed: number): readonly RandomQuestion[] {
  const chance = chanceOf(seed)
  const catalogue = coats.genes({}, coats.languages[0] ?? '').body
  const { genes, languages, populations } = catalogue
  const oneOf = <Value>(values: readonly Value[]): Value =>
    values[Math.floor(chance() * values.length)] as Value
  const horse = (most: number, sex: 'f' | 'm') => {
    const named = genes.filter(({ required }) => required || chance() < most / genes.length)
    const group = (name: string) =>
      Object.fromEntries(
        named
          .filter((gene) => gene.group === name)
          .map(({ gene, alleles, inheritance }) => {
            const copies = inheritance === 'sex-linked' && sex === 'm' ? 1 : 2
            return [gene, Array.from({ length: copies }, () => oneOf(alleles).allele)]
          }),
      )
    return { base: group('base'), others: group('others') }
  }
  const population = (): string => oneOf(['none', ...populations.map((each) => each.population)])
  // Of what is not known, most can be answered where it is not much.
  const facts = (lang: string): Facts => {
    const seen = nameOf(coats, { ...horse(1, 'f'), sex: 'f', lang })
    const tested = genes.filter(
      ({ required, inheritance }) => inheritance === 'autosomal' && (required || chance() < 0.04),
    )
    const copies = (alleles: readonly { readonly allele: string }[]) =>
      [0, 1].map(() => (chance() < 0.3 ? '?' : oneOf(alleles).allele))
    return {
      ...NOTHING,
      coat: chance() < 0.3 ? seen : '',
      isCertain: chance() < 0.1,
      tests: Object.fromEntries(
        tested.filter(() => chance() < 0.6).map(({ gene, alleles }) => [gene, copies(alleles)]),
      ),
    }
  }
  const family = (lang: string): InferFields => {
    const some = <Value>(value: Value, share: number): readonly Value[] => (chance() < share ? [value] : [])
    const partners = some(facts(lang), 0.6)
    const by = partners.length === 0 ? undefined : 0
    const relatives = {
      ...NO_RELATIVES,
      self: facts(lang),
      mother: some(facts(lang), 0.25)[0],
      partners,
      young: some({ ...facts(lang), sex: undefined, by }, 0.25),
      next: by,
    }
    return questionOf(
      { relatives, sex: oneOf(['f', 'm']), population: population() },
      { ...catalogue, language: lang },
      chance() < 0.3,
    )
  }
  return Array.from({ length: count }, (_, index): RandomQuestion => {
    const kind = (['horse', 'foals', 'picture', 'infer'] as const)[index % 4] ?? 'horse'
    const lang = oneOf(languages)
    if (kind === 'infer') return { kind, fields: family(lang) }
    if (kind !== 'foals') {
      const sex = oneOf(['f', 'm'] as const)
      return { kind, fields: { ...horse(8, sex), sex, lang, ...(kind === 'horse' ? { explain: true } : {}) } }
    }
    const grouped = chance() < 0.8
    const isOpen = chance() < 0.3
    const [mother, father] = [horse(4, 'f'), horse(4, 'm')]
    const base = Object.fromEntries(Object.keys(mother.base).map((gene) => [gene, ['?', '?']]))
    return {
      kind,
      fields: {
        mother: isOpen ? { ...mother, base } : mother,
        father,
        lang,
        limit: 50,
        ...(isOpen ? { population: population() } : {}),
        ...(grouped && !isOpen ? { group_by: 'coat', recombination_band: true } : {}),
      },
    }
  })
}

/** Of an animal; of none, where its genes exclude each other. */
function nameOf(coats: Coats, fields: RandomQuestion['fields']): string {
  try {
    return coats.result(fields, '').body.translate
  } catch {
    return ''
  }
}

/** What the core of the service says. */
function expected(coats: Coats, { kind, fields }: RandomQuestion): unknown {
  try {
    const first = coats.languages[0] ?? ''
    if (kind === 'horse') return coats.result(fields, first).body
    if (kind === 'picture') return coats.picture(fields, first).draw()
    if (kind === 'foals') return coats.offspring(fields, first).body
    const lang = String(fields['lang'])
    const { genes } = coats.genes({}, first).body
    const body = withGenesSeen(fields as InferFields, genes, (seen, field) =>
      coats.genesSeen(seen, field, lang),
    )
    return coats.answer('coats.infer', body, first)
  } catch (error) {
    return error instanceof Error ? error.message : error
  }
}

/** Asks as the page's thread is asked, with the script and the model that the service serves. */
const ASK_ALL = `async (questions) => {
  const model = await fetch(document.querySelector('#model').href).then((response) => response.text())
  const thread = new Worker('page/page.js', { type: 'module' })
  thread.postMessage({ kind: 'rules', text: model })
  const answers = []
  const open = new Map()
  const done = new Promise((resolve, reject) => {
    thread.onerror = (event) => reject(new Error(event.message))
    thread.onmessage = ({ data }) => {
      const { id, horse, picture, inferred, fault, rows, envelope } = data
      if (rows !== undefined) {
        const all = [...(open.get(id) ?? []), ...rows.map(({ base, ...row }) => row)]
        open.set(id, all)
        if (envelope === undefined) return
        answers[id] = { results: all, ...envelope }
      } else answers[id] = horse ?? inferred ?? picture?.svg ?? fault.message
      if (id === questions.length - 1) resolve()
    }
  })
  questions.forEach(({ kind, fields }, id) => thread.postMessage({ kind, id, fields }))
  await done
  thread.terminate()
  return answers
}`

const AT_A_TIME = 50

/** Every answer of the browser is the service's. */
export async function compareAnswers(
  t: Test,
  { service, open }: PageTest,
  count: number,
  seed: number,
): Promise<void> {
  const visit = await open('')
  const questions = randomQuestions(service.coats, count, seed)
  const answered = { horse: 0, picture: 0, foals: 0, infer: 0 }
  for (let begin = 0; begin < count; begin += AT_A_TIME) {
    const some = questions.slice(begin, begin + AT_A_TIME)
    const answers = (await visit.ask(`(${ASK_ALL})(${JSON.stringify(some)})`)) as readonly unknown[]
    some.forEach((question, index) => {
      const theirs = expected(service.coats, question)
      // An answer about foals is put together from its rows and the rest, in whatever order.
      if (!same(answers[index], theirs)) t.same(answers[index], theirs, JSON.stringify(question))
      if (typeof theirs === 'object' || question.kind === 'picture') answered[question.kind]++
    })
  }
  t.comment(`${count} questions, seed ${seed}: ${JSON.stringify(answered)}`)
  for (const [kind, number] of Object.entries(answered)) t.ok(number > count / 50, `${kind}: ${number}`)
}

function same(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(one, JSON.parse(JSON.stringify(other)))
}
