/**
 * P5, P6, P16: crosses in process, from request fields to the answer's values, on a rule book that remembers nothing
 * yet (so each is the first of its kind) with code that is warm; the cold figure of P5 is the first cross of a process.
 * P5: every coat with its exact share, before names and rows are made of them, against naive enumeration of every pair of
 * gametes, by a scan of the rules for each foal and, beside it, by Robe's own tables; a part of the eggs is gone through
 * and multiplied (at 9 loci all of them once, to compare the coats). P6: declared phase on the shipped linkage groups against the same
 * rules without linkage. P16: a rule set of invented loci.
 */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Fields } from '../../src/operations/read/decode-fields.js'
import type { OffspringAnswer } from '../../src/operations/generate-child/offspring.js'
import { readGenotyped } from '../../src/operations/read/animal.js'
import type { RuleBook } from '../../src/operations/rule-book.js'
import { numberText, spreadOf } from '../figures.js'
import { forgetful, openBook, openUnlinked } from '../genetics/books.js'
import { crossed, heterozygous, selfed } from '../genetics/crosses.js'
import { openInvented } from '../genetics/invented-rules.js'
import { createNaive, type Naive } from '../genetics/naive.js'
import { createRuleScan } from '../genetics/rule-scan.js'
import { interleave, side, sideOn, type Compared, type Side } from '../rounds.js'
import type { Effort, Figure, Row } from '../row.js'
import { answerOffspring } from '../../test/support/exact-answers.js'

type More = Readonly<Record<string, unknown>>

const GROUPED: More = { group_by: 'coat' }
const HUNDRED: More = { limit: 100 }

function crossing(book: RuleBook, loci: number, more: More): Side {
  const fields = crossed(book, book.model.loci.slice(0, loci), more) as Fields
  return sideOn(
    () => forgetful(book),
    (fresh) => void answerOffspring(fresh, fields, 'en'),
  )
}

function beside({ first, second }: Compared): string {
  return `${numberText(first.median)} µs against ${numberText(second.median)} µs`
}

/** Coats by name; shares must agree to the last bits of a double. */
function demandSameCoats({ results }: OffspringAnswer, naive: ReadonlyMap<string, number>): void {
  const ours = new Map<string, number>()
  for (const { coat, percentage } of results) ours.set(coat, (ours.get(coat) ?? 0) + percentage)
  for (const name of new Set([...ours.keys(), ...naive.keys()])) {
    const [a = 0, b = 0] = [ours.get(name), naive.get(name)]
    if (Math.abs(a - b) > 1e-9) throw new Error(`${name}: ${a} and ${b} by enumeration`)
  }
}

const PLANS = [
  { loci: 9, floor: 10_000, stretch: 50_000 },
  { loci: 12, floor: 500_000, stretch: 2_000_000 },
] as const

function groupedFigures(
  effort: Effort,
  book: RuleBook,
  { loci: count, floor, stretch }: (typeof PLANS)[number],
): readonly Figure[] {
  const loci = book.model.loci.slice(0, count)
  const fields = heterozygous(book, loci)
  const whole = answerOffspring(book, selfed(fields, GROUPED) as Fields, 'en').body
  const parent = { genotype: readGenotyped(book, fields, '').genotype, together: new Map<number, never>() }
  const listed = sideOn(
    () => forgetful(book),
    ({ offspring }) => {
      let coats = 0
      for (const { weights } of offspring.coats([offspring.cross(parent, parent)]).list())
        coats += weights.length
      if (coats !== whole.results.length) throw new Error(`${coats} coats`)
    },
  )
  const answer = interleave(
    effort,
    crossing(book, count, GROUPED),
    side(() => {}),
  )
  const scanning = createNaive(book, loci, createRuleScan(book, 'en'))
  const lookingUp = createNaive(book, loci)
  if (count === 9 && !effort.smoke) demandSameCoats(whole, scanning.coatsByPairs())
  const against = (naive: Naive, eggs: number): Compared & { readonly part: number } => {
    const part = 2 ** count / eggs
    return {
      ...interleave(
        effort,
        listed,
        side(() => void naive.coatsByPairs(eggs), part),
      ),
      part,
    }
  }
  const scan = against(scanning, effort.smoke ? 1 : 2 ** (16 - count))
  const tables = against(lookingUp, effort.smoke ? 1 : 2 ** (18 - count))
  const remark = ({ part }: { readonly part: number }): string =>
    part === 1 ? '' : `; enumeration measured on 1/${part} of the pairs and multiplied`
  return [
    {
      what: `4ⁿ enumeration with a scan of the rules ÷ Robe, every coat with its share, ${count} loci`,
      value: scan.faster,
      unit: ' ×',
      floor: { atLeast: floor },
      stretch: { atLeast: stretch },
      beside: `${beside(scan)} for ${whole.results.length} coats${remark(scan)}; Robe’s whole answer, with names and genotypes, ${numberText(answer.first.median)} µs`,
    },
    {
      what: `the same where enumeration looks coats up in Robe’s tables, ${count} loci`,
      value: tables.faster,
      unit: ' ×',
      beside: `${beside(tables)}${remark(tables)}`,
    },
  ]
}

export const P5: Row = {
  id: 'P5',
  title: 'crosses of all-heterozygous parents against naive enumeration',
  measure: async (effort: Effort) => {
    const book = await openBook()
    const figures: Figure[] = []
    for (const plan of PLANS) figures.push(...groupedFigures(effort, book, plan))
    const script = fileURLToPath(new URL('../genetics/cold-cross.js', import.meta.url))
    const cold = Array.from({ length: effort.rounds }, () =>
      Number(execFileSync(process.execPath, [script], { encoding: 'utf8' })),
    )
    const all = book.model.loci.length
    const warm = interleave(
      effort,
      crossing(book, all, HUNDRED),
      side(() => {}),
    )
    return [
      ...figures,
      {
        what: `the 100 most probable foals, all ${all} loci of the rule set heterozygous, first cross of a process`,
        value: spreadOf(cold),
        unit: ' ms',
        floor: { atMost: 20 },
        beside: `with warm code and nothing remembered ${numberText(warm.first.median / 1000)} ms`,
      },
    ]
  },
}

export const P6: Row = {
  id: 'P6',
  title: 'linked against unlinked crosses',
  measure: async (effort: Effort) => {
    const [linked, unlinked] = [await openBook(), await openUnlinked()]
    // The nine listed loci and two more that lie beside them: two linkage groups, of three and of two loci.
    const loci = linked.model.loci.filter(({ listed, key }) => listed || key === 'patn1' || key === 'pax3')
    const declared = { mother: ['E', 'To', 'PATN1'], father: ['E', 'To', 'PATN1'] }
    const ask = (book: RuleBook, more: More): Side => {
      const own = loci.flatMap(({ key }) => book.model.loci.find((each) => each.key === key) ?? [])
      const fields = selfed(heterozygous(book, own), more) as Fields
      return sideOn(
        () => forgetful(book),
        (fresh) => void answerOffspring(fresh, fields, 'en'),
      )
    }
    return [
      { what: 'grouped by coat', more: GROUPED, floor: 1.2, stretch: 1.05 },
      { what: 'most probable 100', more: HUNDRED, floor: 2.5, stretch: undefined },
    ].map(({ what, more, floor, stretch }): Figure => {
      // A cross by coat fills the young generation about once: of three crosses a side, whether one more was collected
      // decides, and code is not warm before fifteen.
      const compared = interleave(
        { ...effort, sideMs: 6 * effort.sideMs },
        ask(unlinked, more),
        ask(linked, { ...more, kit_linkage: declared }),
      )
      return {
        what: `time linked ÷ unlinked, ${what}, ${loci.length} loci`,
        value: compared.faster,
        unit: ' ×',
        floor: { atMost: floor },
        ...(stretch === undefined ? {} : { stretch: { atMost: stretch } }),
        beside: `${numberText(compared.second.median)} µs linked against ${numberText(compared.first.median)} µs`,
      }
    })
  },
}

export const P16: Row = {
  id: 'P16',
  title: 'cost follows the answer',
  measure: async (effort: Effort) => {
    const small = await openInvented(9)
    const figures: Figure[] = []
    for (const loci of [25, 30]) {
      const compared = interleave(
        effort,
        crossing(small, 9, HUNDRED),
        crossing(await openInvented(loci), loci, HUNDRED),
      )
      figures.push({
        what: `time of the most probable 100 at ${loci} loci ÷ at 9`,
        value: compared.faster,
        unit: ' ×',
        floor: { atMost: 5 },
        stretch: { atMost: 3 },
        beside: `${numberText(compared.second.median)} µs against ${numberText(compared.first.median)} µs, invented loci`,
      })
    }
    return figures
  },
}
