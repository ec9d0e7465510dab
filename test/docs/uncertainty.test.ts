/**
 * docs/uncertainty.md: every question on it is asked, and every figure under it is what is answered. UPDATE=1 writes them.
 * The figures of its prose are worked out too.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import t from 'tap'
import { parse } from 'yaml'
import type { Fields } from '../../src/operations/read/decode-fields.js'
import type { AskAnswer } from '../../src/operations/infer/ask-works.js'
import type { InferAnswer } from '../../src/operations/infer/infer.js'
import { inferText } from '../../src/cli/coats/infer.js'
import { shippedCoats } from '../http/service.js'

const PAGE = 'docs/uncertainty.md'
const BLOCK = /```yaml\n([\s\S]*?)```\n\n(?:```text\n([\s\S]*?)```\n\n)?/g

t.test('each question of the page is answered as the page says', async (t) => {
  const coats = await shippedCoats()
  const page = readFileSync(PAGE, 'utf8')
  let asked = 0
  const answered = page.replaceAll(BLOCK, (_block, question: string) => {
    asked++
    const body = coats.answer('coats.infer', parse(question) as Fields, 'en') as InferAnswer
    const text = inferText({ ...body, notes: [] })
    return `\`\`\`yaml\n${question}\`\`\`\n\n\`\`\`text\n${text}\n\`\`\`\n\n`
  })
  t.equal(asked, 8)
  if (process.env['UPDATE'] === '1') writeFileSync(PAGE, answered)
  else t.equal(page, answered)
  for (const figure of [
    '14.7 %',
    '85.3 %',
    '81.82 %',
    '18.18 %',
    '81.13 %',
    '18.19 %',
    '0.68 %',
    '57.95 %',
    '57.8125',
    '26.25',
  ])
    t.match(page, figure, `the worked figure ${figure}`)
})

t.test('every figure of the prose is what comes out', async (t) => {
  const coats = await shippedCoats()
  const infer = (fields: object): readonly AskAnswer[] =>
    (coats.answer('coats.infer', { lang: 'en', ...fields }, 'en') as InferAnswer).answers
  const shares = (answer: AskAnswer | undefined): ReadonlyMap<string, number> =>
    new Map(
      answer?.ask === 'foal' ? answer.results.map(({ coat, percentage = 0 }) => [coat, percentage]) : [],
    )
  const population = 'arabian-russia'
  const sampled = coats.answer(
    'coats.result',
    { population, base: { extension: ['E', '?'], agouti: ['A', 'A'] } },
    'en',
  )
  const { population: counted } = sampled as InferAnswer

  const carrier = { base: { extension: ['E', 'e'], agouti: ['A', 'a'] } }
  const pair = (horse: object): object => ({
    horses: [
      { id: 'mare', ...horse },
      { id: 'stallion', ...horse },
    ],
    ask: { foal: ['mare', 'stallion'] },
  })
  const assumed = shares(infer({ population: 'none', ...pair(carrier) })[0])
  const estimated = shares(infer({ population, ...pair({ seen: 'bay' }) })[0])
  const tooOften = Math.round((assumed.get('Black') ?? 0) / (estimated.get('Black') ?? 1))

  const afterFoals = (foals: number): string => {
    const horses = [
      { id: 'mare', seen: 'bay' },
      { id: 's1', base: { extension: ['e', 'e'] } },
      ...Array.from({ length: foals }, (_, i) => ({
        id: `f${i}`,
        mother: 'mare',
        father: 's1',
        seen: { lacks: ['chestnut'] },
      })),
    ]
    const [answer] = infer({ population, horses, ask: { genotype: 'mare' } })
    const found = answer?.ask === 'genotype' ? answer.genotypes : []
    return String(found.find(({ alleles }) => alleles.join() === 'E,E')?.percentage)
  }

  const palomino = { base: { extension: ['e', 'e'], agouti: ['A', 'A'] }, others: { matp: ['Cr', 'n'] } }
  const wanted = { wanted: 'cremello', foals: 3, foals_for: 90 }
  const creams = infer({
    population: 'none',
    ...pair(palomino),
    ask: { foal: ['mare', 'stallion'], ...wanted },
  })[0]
  const { foals: cremellos } = creams?.ask === 'foal' ? creams : {}

  const herd = { loci: { matp: { counts: { Cr: 3, n: 14 } } } }
  const horses = [
    { id: 'mare', base: palomino.base, others: { matp: ['?', '!Cr'] } },
    { id: 'stallion', base: palomino.base },
  ]
  const ask = [{ genotype: 'mare' }, { foal: ['mare', 'stallion'], foals: 3, wanted: 'palomino' }]
  const [mare, next] = infer({ population: herd, horses, ask })
  const carries =
    mare?.ask === 'genotype' ? mare.genotypes.find(({ alleles }) => alleles[0] === 'Cr') : undefined
  const { foals: palominos } = next?.ask === 'foal' ? next : {}
  const multiplied = 100 * (1 - (1 - (shares(next).get('Palomino') ?? 0) / 100) ** 3)

  const sentences = [
    `${counted?.sampled} horses were counted, and another ${counted?.sampled} would`,
    `${assumed.get('Bay')} % bay, ${assumed.get('Chestnut')} % chestnut, ${assumed.get('Black')} % black: black ${tooOften} times too often`,
    `After one such foal the probability of E/E is ${afterFoals(1)} %, after two ${afterFoals(2)} %`,
    `A single foal is a cremello with a probability of ${shares(creams).get('Cremello')} %. At least one of ${cremellos?.foals} foals is a cremello with ${cremellos?.percentage} %, and reaching ${cremellos?.foals_for?.percentage} % takes ${cremellos?.foals_for?.foals} foals`,
    `carries it with ${carries?.percentage} %, one of ${palominos?.foals} foals is a palomino with ${palominos?.percentage} %, not the ${multiplied.toFixed(2)} %`,
  ]
  const withoutCode = readFileSync(PAGE, 'utf8').replaceAll(/```[\s\S]*?```|`[^`]*`/g, '')
  let rest = withoutCode.replaceAll(/\s+/g, ' ')
  for (const sentence of sentences) {
    t.ok(rest.includes(sentence), sentence)
    rest = rest.replace(sentence, '')
  }
  t.same(
    rest.match(/[^ ]*\d[^ ]*/g) ?? [],
    ['DW20', 'W20'].filter((name) => rest.includes(name)),
  )
})

t.test('a sign beside an unphased list says what is known of all other variants', async (t) => {
  const coats = await shippedCoats()
  const base = { extension: ['E', 'E'], agouti: ['a', 'a'] }
  const coatsOf = (...kit: readonly string[]): readonly string[] => {
    const fields = { base, others: { kit }, population: 'none', lang: 'en' }
    const { results } = coats.answer('coats.result', fields, 'en') as { results: readonly { coat: string }[] }
    return results.map(({ coat }) => coat)
  }
  const untested = coatsOf('To', 'DW20', 'unphased', '?')
  const without = coatsOf('To', 'DW20', 'unphased', '!DW6')
  t.ok(untested.includes('Blue roan tobiano'))
  t.same(
    untested.filter((coat) => !without.includes(coat)),
    ['Black tobiano with white spotting (W6, W20)'],
    'the one that !DW6 excludes',
  )
  t.same(
    coatsOf('To', 'To', 'DW20', 'unphased', '!DW6').filter((coat) => !without.includes(coat)),
    [],
    'a variant written twice is on both copies',
  )
})
