/**
 * Random questions, put to the thread of the page in a real browser and to the core of the service.
 * Guarantees: the same seed asks the same.
 */
import type { Test } from 'tap'
import type { Coats } from '../../src/coats/coats.js'
import { drawHorse } from '../../src/picture/picture.js'
import { startPage, until } from './on-page.js'

type Kind = 'horse' | 'picture' | 'foals'
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
  const { genes, languages } = coats.genes({}, coats.languages[0] ?? '').body
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
  return Array.from({ length: count }, (_, index): RandomQuestion => {
    const kind = (['horse', 'foals', 'picture'] as const)[index % 3] ?? 'horse'
    const lang = oneOf(languages)
    if (kind !== 'foals') {
      const sex = oneOf(['f', 'm'] as const)
      return { kind, fields: { ...horse(8, sex), sex, lang, ...(kind === 'horse' ? { explain: true } : {}) } }
    }
    const grouped = chance() < 0.8
    const parents = { mother: horse(4, 'f'), father: horse(4, 'm') }
    return {
      kind,
      fields: {
        ...parents,
        lang,
        limit: 50,
        ...(grouped ? { group_by: 'coat', recombination_band: true } : {}),
      },
    }
  })
}

/** What the core of the service says. */
function expected(coats: Coats, { kind, fields }: RandomQuestion): unknown {
  try {
    const first = coats.languages[0] ?? ''
    if (kind === 'horse') return coats.result(fields, first).body
    if (kind === 'picture') return drawHorse(coats.picture(fields, first))
    return coats.offspring(fields, first).body
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
      const { id, horse, picture, fault, rows, envelope } = data
      if (rows !== undefined) {
        const all = [...(open.get(id) ?? []), ...rows.map(({ base, ...row }) => row)]
        open.set(id, all)
        if (envelope === undefined) return
        answers[id] = { results: all, ...envelope }
      } else answers[id] = horse ?? picture?.svg ?? fault.message
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
export async function compareAnswers(t: Test, count: number, seed: number): Promise<void> {
  const { service, open } = await startPage(t)
  const visit = await open('')
  await until(visit, `document.querySelector('#model')`)
  const questions = randomQuestions(service.coats, count, seed)
  let equal = 0
  for (let begin = 0; begin < count; begin += AT_A_TIME) {
    const some = questions.slice(begin, begin + AT_A_TIME)
    const answers = (await visit.ask(`(${ASK_ALL})(${JSON.stringify(some)})`)) as readonly unknown[]
    some.forEach((question, index) => {
      const [own, theirs] = [
        JSON.stringify(answers[index]),
        JSON.stringify(expected(service.coats, question)),
      ]
      if (own === theirs) equal++
      else t.equal(own, theirs, JSON.stringify(question))
    })
  }
  t.equal(equal, count, `${count} questions, seed ${seed}`)
}
