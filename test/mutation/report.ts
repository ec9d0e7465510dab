/**
 * The report on a run over all mutants, as Markdown.
 * Guarantees: no date and no duration, so that it changes only when rules, mutants or verdicts do; the share is
 * rounded down.
 */
import { grouped, type Mutant } from './cell.js'
import type { Sign } from './judge.js'
import type { Verdict } from './verdicts.js'

export interface Judged {
  readonly mutant: Mutant
  /** Undefined: nobody would notice. */
  readonly sign: Sign | undefined
  /** Of a survivor: what it changes; undefined when it changes nothing for any genotype. */
  readonly effect?: string | undefined
}

const SIGNS: readonly Sign['by'][] = ['error', 'ambiguous name', 'example', 'test', 'warning']

export function survivorsOf(judged: readonly Judged[]): readonly Judged[] {
  return judged.filter(({ sign }) => sign === undefined)
}

/** Survivors that nobody has judged, or whose verdict says the opposite of what was counted. */
export function openSurvivors(
  judged: readonly Judged[],
  verdicts: ReadonlyMap<string, Verdict>,
): readonly Judged[] {
  return survivorsOf(judged).filter(({ mutant, effect }) => {
    const verdict = verdicts.get(mutant.id)?.verdict
    return verdict === undefined || (verdict === 'equivalent') !== (effect === undefined)
  })
}

/** In percent with one decimal, rounded down. */
export function shareCaught(judged: readonly Judged[]): number {
  const caught = judged.filter(({ sign }) => sign !== undefined).length
  return judged.length === 0 ? 0 : Math.floor((caught * 1000) / judged.length) / 10
}

/** What a report says of its mutants when none was left out. */
export const ALL = 'all there are'

/** @param of all, or how the mutants were drawn */
export function renderReport(
  version: string,
  judged: readonly Judged[],
  verdicts: ReadonlyMap<string, Verdict>,
  of: string,
): string {
  const survivors = survivorsOf(judged)
  const made = new Set(judged.map(({ mutant }) => mutant.id))
  const stale = [...verdicts.keys()].filter(
    (id) => (made.has(id) || of === ALL) && !survivors.some(({ mutant }) => mutant.id === id),
  )
  const caught = judged.length - survivors.length
  const idle = survivors.filter(({ effect }) => effect === undefined)
  const acting = judged.filter((each) => !idle.includes(each))
  return `# Slips in the rules, and whether their author would notice

Each datum of \`rules/\` and each name word of \`locales/\` is dropped or altered in turn, and the altered rule set is
judged as its author would: does it load and compile (*error*), do two phenotypes share a name (*ambiguous name*),
does an example or a known animal fail (*example*), is a published share or what a coat is taken for another one
(*test*: test/rules/shipped-expectations.ts), does \`robe rules check\` warn of something it did not warn of before
(*warning*)? The first sign counts, in this order. Written by \`npm run mutate:rules\`; not edited by hand.

Not altered: sources, reasons and remarks for readers, texts of messages, names of genes, the examples themselves,
where a gene stands in requests and answers, which the contract's tests hold, and how coats are painted
(\`appearance.yaml\`, \`artwork.yaml\`), which the pictures of test/picture hold.

| | |
|---|---|
| rule set | ${version} |
| mutants | ${judged.length}, ${of} |
| noticed | ${caught}, that is ${shareCaught(judged)} % |
| survivors | ${survivors.length} |
| survivors that change nothing, counted over every genotype | ${idle.length} |
| noticed of those that change something | ${shareCaught(acting)} % |

## By sort of slip

| slip | made | ${SIGNS.join(' | ')} | survived |
|---|---|${SIGNS.map(() => '---|').join('')}---|
${rows(judged, ({ mutant }) => mutant.kind)}

## By file

| file | made | ${SIGNS.join(' | ')} | survived |
|---|---|${SIGNS.map(() => '---|').join('')}---|
${rows(judged, ({ mutant }) => mutant.file)}

## What errors and warnings noticed

| diagnostic | slips |
|---|---|
${codes(judged)}

## Survivors

What a survivor changes is counted over the whole genotype space, as \`robe rules diff\` does: looks, viability, names,
remarks, fractions, synonyms; not which of several true reasons is told.

${survivors.length === 0 ? 'None.' : survivorText(survivors, verdicts)}
${stale.length === 0 ? '' : `\n## Verdicts on slips that are noticed by now, or no longer made\n\n${stale.map((id) => `- ${id}`).join('\n')}\n`}`
}

function rows(judged: readonly Judged[], keyOf: (each: Judged) => string): string {
  return grouped(judged, keyOf)
    .map(([key, some]) => {
      const count = (by: Sign['by'] | undefined): number => some.filter(({ sign }) => sign?.by === by).length
      return `| ${[key, some.length, ...SIGNS.map(count), count(undefined)].join(' | ')} |`
    })
    .join('\n')
}

function codes(judged: readonly Judged[]): string {
  const signs = judged.flatMap(({ sign }) =>
    sign === undefined || sign.by === 'example' || sign.by === 'test' ? [] : [sign.code],
  )
  return [...grouped(signs, (code) => code)]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([code, some]) => `| ${code} | ${some.length} |`)
    .join('\n')
}

function survivorText(survivors: readonly Judged[], verdicts: ReadonlyMap<string, Verdict>): string {
  return grouped(survivors, (each) => judgementOf(each, verdicts))
    .map(([judgement, some]) => {
      const lines = some.map(({ mutant: { place, subject, what, kind } }) => {
        return `- ${place.file}:${place.line} ${subject}: ${what} (${kind})`
      })
      return `${judgement}\n\n${lines.join('\n')}`
    })
    .join('\n\n')
}

function judgementOf({ mutant, effect }: Judged, verdicts: ReadonlyMap<string, Verdict>): string {
  const verdict = verdicts.get(mutant.id)
  const fact = effect === undefined ? 'changes nothing' : `changes something (${effect})`
  if (verdict === undefined) return `**${fact}, not judged yet**`
  return `**${fact}; ${verdict.verdict}:** ${verdict.why}`
}
