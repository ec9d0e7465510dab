/**
 * P7, P8: from a question to the bytes of its answer, in process.
 * P7: the worst listed cross, 46 656 rows, written in pieces with the contract's check of each new fragment as the
 * service does, against one JSON.stringify of objects that are there already (their making is not counted).
 * P8: crosses of 1, 27 and 243 rows, from form body to bytes, each different from all others that a rule book meets,
 * against qs, objects, a scan of all rules and JSON.stringify. Neither side validates. Answers are compared first. Either
 * side was asked as many other crosses before: names and what tables say of parts of a foal are remembered, answers are not.
 */
import { listingBytes } from '../../src/service/streaming/listing-bytes.js'
import type { Possibility } from '../../src/operations/generate-child/row.js'
import { decodeCrossFields, type Fields } from '../../src/operations/read/decode-fields.js'
import type { OffspringListing } from '../../src/operations/generate-child/listing.js'
import type { RuleBook } from '../../src/operations/rule-book.js'
import { writeChecks } from '../../src/service/http/contract/validators.js'
import { bindContract } from '../../src/service/http/contract/contract.js'
import { fillSlots } from '../../src/service/http/contract/slots.js'
import { readContractText } from '../../src/service/http/contract/contract-file.js'
import { documentOf } from '../../src/service/http/contract/document.js'
import { splitForm } from '../../src/service/http/request/form.js'
import { oneOf, seeded, someOf, type Random } from '../../test/phenotypes/random-horse.js'
import { numberText } from '../figures.js'
import { forgetful, openBook } from '../genetics/books.js'
import type { ParentFields } from '../genetics/crosses.js'
import { createPlainCross } from '../genetics/plain-cross.js'
import { worstCross, WORST_ROWS } from '../http/questions.js'
import { interleave, side, type Side } from '../rounds.js'
import type { Effort, Figure, Row } from '../row.js'
import { answerOffspring, askCross } from '../../test/support/exact-answers.js'

const fieldsOf = (body: string): Fields => decodeCrossFields(splitForm(body))

export const P7: Row = {
  id: 'P7',
  title: 'bytes of the worst listed cross against JSON.stringify of ready objects',
  measure: async (effort: Effort) => {
    const book = await openBook()
    const document = fillSlots(documentOf(readContractText()), book)
    const contract = bindContract(document, writeChecks(document))
    const operation = contract.operations.find(({ path }) => path === '/coats/generateChild')
    const fields = fieldsOf(worstCross().body)
    const listing = (): OffspringListing => askCross(book, fields, 'fr').list()
    const { rows, envelope } = listing()
    const ready: readonly Possibility[] = structuredClone([...rows])
    if (ready.length !== WORST_ROWS) throw new Error(`${ready.length} rows`)
    const write = (keep?: (chunk: Uint8Array) => void): void => {
      const check = (body: object): void => {
        const fault = operation?.answerFault(200, body)
        if (fault !== undefined) throw new Error(fault)
      }
      for (const chunk of listingBytes(listing(), check)) keep?.(chunk)
    }
    const chunks: Uint8Array[] = []
    write((chunk) => chunks.push(chunk))
    const ours = Buffer.concat(chunks)
    if (ours.toString() !== JSON.stringify({ results: ready, ...envelope })) throw new Error('other bytes')
    const compared = interleave(
      effort,
      side(() => write()),
      side(() => void Buffer.from(JSON.stringify({ results: ready, ...envelope }))),
    )
    return [
      {
        what: `JSON.stringify of ready objects ÷ Robe, ${WORST_ROWS} rows`,
        value: compared.faster,
        unit: ' ×',
        floor: { atLeast: 8 },
        beside: `${numberText(compared.first.median / 1000)} ms against ${numberText(compared.second.median / 1000)} ms for ${numberText(ours.length / 1e6)} MB`,
      },
    ]
  },
}

const PLANS = [
  { rows: 1, floor: 1, crosses: 2000 },
  { rows: 27, floor: 4, crosses: 1000 },
  { rows: 243, floor: 6, crosses: 400 },
] as const

export const P8: Row = {
  id: 'P8',
  title: 'small crosses, form body to bytes, against objects, rule scan and stringify',
  measure: async (effort: Effort) => {
    const book = await openBook()
    const plain = createPlainCross(book, 'en')
    return PLANS.map(({ rows, floor, crosses: most }): Figure => {
      const count = effort.smoke ? 20 : most
      const crosses = differentCrosses(book, rows, 2 * count)
      const [bodies, others] = [crosses.slice(0, count), crosses.slice(count)]
      const met = (): RuleBook => {
        const fresh = forgetful(book)
        for (const body of others) answerBytes(fresh, body)
        return fresh
      }
      const fresh = met()
      for (const body of bodies.slice(0, 40)) {
        const [a, b] = [answerBytes(fresh, body).toString(), plain(body)]
        if (a !== b) throw new Error(`${body}: ${a.slice(0, 500)} and ${b.slice(0, 500)}`)
      }
      for (const body of others) plain(body)
      const compared = interleave(
        effort,
        askAll(met, bodies, (fresh, body) => void answerBytes(fresh, body)),
        askAll(
          () => book,
          bodies,
          (_, body) => void Buffer.from(plain(body)),
        ),
      )
      return {
        what: `plain program ÷ Robe, ${rows} ${rows === 1 ? 'row' : 'rows'}`,
        value: compared.faster,
        unit: ' ×',
        floor: { atLeast: floor },
        beside: `${numberText(compared.first.median)} µs against ${numberText(compared.second.median)} µs`,
      }
    })
  },
}

/** Goes through the bodies; when all were asked, a rule book that has not met them takes over. */
function askAll(
  open: () => RuleBook,
  bodies: readonly string[],
  ask: (book: RuleBook, body: string) => void,
): Side {
  return {
    prepare: (times) => {
      const books = Array.from({ length: Math.ceil(times / bodies.length) }, open)
      return () => {
        for (let i = 0; i < times; i++)
          ask(books[Math.floor(i / bodies.length)] as RuleBook, bodies[i % bodies.length] ?? '')
      }
    },
  }
}

/** As the service makes it. */
function answerBytes(book: RuleBook, body: string): Buffer {
  return Buffer.concat([...listingBytes(askCross(book, fieldsOf(body), 'fr').list(), () => {})])
}

/** Bodies of different crosses with so many rows, without linkage or anything to remark. */
function differentCrosses(book: RuleBook, rows: number, count: number): readonly string[] {
  const random = seeded(rows)
  const mixed = Math.round(Math.log(rows) / Math.log(3))
  const bodies = new Set<string>()
  for (let tries = 0; bodies.size < count && tries < 50 * count; tries++) {
    const body = crossWith(book, mixed, random)
    const { results, ...envelope } = answerOffspring(book, fieldsOf(body), 'fr').body
    const isPlain = Object.keys(envelope).length === 2 && results.every((row) => !row.viability)
    if (results.length === rows && isPlain) bodies.add(body)
  }
  if (bodies.size < count) throw new Error(`only ${bodies.size} crosses of ${rows} rows`)
  return [...bodies]
}

function crossWith(book: RuleBook, mixed: number, random: Random): string {
  const loci = book.model.loci.filter(({ listed, compact }) => listed && !compact)
  const both = someOf(random, loci, mixed)
  const parent = (pairs: ReadonlyMap<string, readonly string[]>): ParentFields => {
    const groups = { base: {}, others: {} } as Record<'base' | 'others', Record<string, readonly string[]>>
    for (const { key, group } of loci) groups[group][key] = pairs.get(key) ?? []
    return groups
  }
  const twice = new Map(both.map((locus) => [locus.key, someOf(random, locus.alleles, 2)]))
  const alike = (): ReadonlyMap<string, readonly string[]> =>
    new Map(
      loci.map((locus) => {
        const one = oneOf(random, locus.alleles)
        return [locus.key, twice.get(locus.key) ?? [one, one]]
      }),
    )
  return new URLSearchParams({
    mother: JSON.stringify(parent(alike())),
    father: JSON.stringify(parent(alike())),
    lang: 'en',
  }).toString()
}
