/**
 * Compares a reading with what a corpus case expects (test/reports/corpus/README.md).
 * Guarantees: a reading that excludes a genotype which the report allows is a wrong one, never a difference.
 */
import type { Model } from '../../src/model/model.js'
import { genotypesOf, type Written } from './genotype-sets.js'

export interface Case {
  readonly id: string
  readonly language: string
  readonly kind: string
  readonly sex?: 'f' | 'm'
  readonly laboratory?: string
  readonly report: string
  readonly expect?: Expected
}

interface Expected {
  readonly genes?: Readonly<Record<string, Written>>
  readonly questions?: readonly ExpectedQuestion[]
  readonly unread?: readonly number[]
  readonly open?: readonly number[]
  readonly free?: readonly number[]
  readonly cautious?: readonly string[]
  readonly contradiction?: boolean | 'may'
  readonly about?: readonly string[]
}

interface ExpectedQuestion {
  readonly gene: string | readonly string[]
  readonly line: number
  readonly choices?: readonly (readonly string[])[]
  readonly optional?: boolean
}

/** A reading as the operation answers it. */
export interface Answer {
  readonly genes: Readonly<Record<string, readonly string[]>>
  readonly read: readonly { readonly line: number }[]
  readonly questions: readonly {
    readonly line: number
    readonly gene: string
    readonly choices: readonly (readonly string[])[]
  }[]
  readonly unread: readonly { readonly line: number }[]
  readonly untested: readonly string[]
}

export interface Verdict {
  readonly wrong: readonly string[]
  readonly differences: readonly string[]
}

/** @param answer undefined if the operation refused the report as a contradiction */
export function judge(model: Model, { report, sex, expect = {} }: Case, answer: Answer | undefined): Verdict {
  const { contradiction = false, about = [] } = expect
  if (answer === undefined)
    return {
      wrong: [],
      differences: contradiction === false ? ['refused as a contradiction'] : [],
    }
  const wrong: string[] = []
  const differences: string[] = contradiction === true ? ['the contradiction is not told'] : []
  judgeGenes(model, expect, answer, sex, wrong, differences)
  if (contradiction !== true || about.length === 0)
    judgeLines(model, report, expect, answer, wrong, differences)
  return { wrong, differences }
}

function judgeGenes(
  model: Model,
  { genes = {}, questions = [], cautious = [], about = [] }: Expected,
  answer: Answer,
  sex: Case['sex'],
  wrong: string[],
  differences: string[],
): void {
  const asked = new Set([...questions.flatMap(({ gene }) => gene), ...cautious])
  for (const locus of model.loci) {
    const { key } = locus
    if (about.includes(key)) continue
    // A male has one copy of genes on the X chromosome, whatever is known of it.
    const unknown = locus.noCopy !== null && sex === 'm' ? ['?'] : ['?', '?']
    const found = answer.genes[key] ?? unknown
    const expected: Written = genes[key] ?? unknown
    const [a, x] = [genotypesOf(locus, found, expected), genotypesOf(locus, expected, found)]
    const lost = [...x].filter((each) => !a.has(each))
    const more = [...a].filter((each) => !x.has(each))
    const text = `${key}: ${JSON.stringify(found)}, expected ${JSON.stringify(expected)}`
    if (lost.length > 0) wrong.push(text)
    else if (more.length > 0 && !asked.has(key)) differences.push(`weaker: ${text}`)
    if (!(key in genes) && !asked.has(key) && answer.read.length > 0 && !answer.untested.includes(key))
      differences.push(`${key} is not among the untested genes`)
  }
}

function judgeLines(
  model: Model,
  report: string,
  { questions = [], unread = [], open = [], free = [], cautious = [] }: Expected,
  answer: Answer,
  wrong: string[],
  differences: string[],
): void {
  const readLines = new Set(answer.read.map(({ line }) => line))
  const askedLines = new Set(answer.questions.map(({ line }) => line))
  const unreadLines = new Set(answer.unread.map(({ line }) => line))
  for (const wanted of questions) {
    const genes = [wanted.gene].flat()
    const found = answer.questions.filter(({ line, gene }) => line === wanted.line && genes.includes(gene))
    if (found.length === 0 && wanted.optional !== true)
      differences.push(`line ${wanted.line} is not asked about (${genes.join(', ')})`)
    for (const choice of wanted.choices ?? []) {
      const isOffered = found.some(({ gene, choices }) => {
        const locus = model.loci.find(({ key }) => key === gene)
        return choices.some((each) => {
          if (locus === undefined) return false
          const [a, b] = [genotypesOf(locus, each, choice), genotypesOf(locus, choice, each)]
          return a.size === b.size && [...a].every((one) => b.has(one))
        })
      })
      if (found.length > 0 && !isOffered)
        differences.push(`line ${wanted.line} does not offer ${JSON.stringify(choice)}`)
    }
  }
  const mayAsk = new Set([...questions.map(({ line }) => line), ...open, ...free])
  for (const { line, gene } of answer.questions)
    if (!mayAsk.has(line) && !cautious.includes(gene))
      differences.push(`line ${line} is asked about (${gene})`)
  for (const line of unread) if (!unreadLines.has(line)) differences.push(`line ${line} is not in unread`)
  for (const line of open) {
    if (readLines.has(line)) wrong.push(`line ${line} is read`)
    if (!askedLines.has(line) && !unreadLines.has(line)) wrong.push(`line ${line} is dropped`)
  }
  const named = new Set([...mayAsk, ...unread])
  report.split('\n').forEach((text, i) => {
    const line = i + 1
    if (text.trim() === '') return
    if (!readLines.has(line) && !askedLines.has(line) && !unreadLines.has(line))
      wrong.push(`line ${line} is dropped`)
    const isSafe = cautious.length > 0 && (askedLines.has(line) || unreadLines.has(line))
    if (!named.has(line) && !readLines.has(line) && !isSafe) differences.push(`line ${line} gives no reading`)
  })
}
