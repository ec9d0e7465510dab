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
}

const SIGNS: readonly Sign['by'][] = ['error', 'ambiguous name', 'example', 'warning']

/** In percent with one decimal, rounded down. */
export function shareCaught(judged: readonly Judged[]): number {
  const caught = judged.filter(({ sign }) => sign !== undefined).length
  return judged.length === 0 ? 0 : Math.floor((caught * 1000) / judged.length) / 10
}

export function renderReport(
  version: string,
  judged: readonly Judged[],
  verdicts: ReadonlyMap<string, Verdict>,
): string {
  const survivors = judged.filter(({ sign }) => sign === undefined).map(({ mutant }) => mutant)
  const stale = [...verdicts.keys()].filter((id) => !survivors.some((mutant) => mutant.id === id))
  const caught = judged.length - survivors.length
  const equivalent = survivors.filter(({ id }) => verdicts.get(id)?.verdict === 'equivalent').length
  const told = judged.filter(({ mutant }) => verdicts.get(mutant.id)?.verdict !== 'equivalent')
  return `# Slips in the rules, and whether their author would notice

Each datum of \`rules/\` and each name word of \`locales/\` is dropped or altered in turn, and the altered rule set is
judged as its author would: does it load and compile (*error*), do two phenotypes share a name (*ambiguous name*),
does an example or a known animal fail (*example*), does \`robe rules check\` warn of something it did not warn of
before (*warning*)? The first sign counts, in this order. Written by \`npm run mutate:rules\`; not edited by hand.

Not altered: sources, reasons and remarks for readers, texts of messages, names of genes, the examples themselves,
and where a gene stands in requests and answers, which the contract's tests hold.

| | |
|---|---|
| rule set | ${version} |
| mutants | ${judged.length} |
| noticed | ${caught}, that is ${shareCaught(judged)} % |
| survivors | ${survivors.length}, of which ${equivalent} change nothing that can be seen |
| noticed of those that change something | ${shareCaught(told)} % |

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
  const signs = judged.flatMap(({ sign }) => (sign === undefined || sign.by === 'example' ? [] : [sign.code]))
  return [...grouped(signs, (code) => code)]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([code, some]) => `| ${code} | ${some.length} |`)
    .join('\n')
}

function survivorText(survivors: readonly Mutant[], verdicts: ReadonlyMap<string, Verdict>): string {
  const reasonOf = ({ id }: Mutant): string => {
    const verdict = verdicts.get(id)
    return verdict === undefined ? '**not judged yet**' : `**${verdict.verdict}**: ${verdict.why}`
  }
  return grouped(survivors, reasonOf)
    .map(([reason, some]) => {
      const lines = some.map(
        ({ place, subject, what, kind }) => `- ${place.file}:${place.line} ${subject}: ${what} (${kind})`,
      )
      return `${reason}\n\n${lines.join('\n')}`
    })
    .join('\n\n')
}
