/**
 * The sections of a run as a page of Markdown.
 * Guarantees: pure; a promise that was broken is counted at the top and marked in its row.
 */
import type { Machine } from '../support/machine.js'
import type { Finding, Section, Sight } from './part.js'

export interface Run {
  readonly machine: Machine
  readonly seed: number
  readonly minutes: number
  /** As it was typed after `npm run torture --`. */
  readonly words: string
  readonly sections: readonly Section[]
}

export function brokenPromises(sections: readonly Section[]): readonly Finding[] {
  return sections.flatMap(({ findings }) => findings.filter(({ held }) => !held))
}

export function reportPage({ machine, seed, minutes, words, sections }: Run): string {
  const promises = sections.reduce((sum, { findings }) => sum + findings.length, 0)
  const broken = brokenPromises(sections).length
  const facts = [
    ['date', `${machine.date} UTC`],
    ['commit', machine.commit],
    ...machine.lines,
    ['seed', String(seed)],
    ['time', `${minutes.toFixed(1)} minutes`],
  ] as const
  return [
    '# What Robe was put through',
    '',
    `Written by \`npm run torture${words === '' ? '' : ` -- ${words}`}\`; not edited by hand. How each part is done stands at the top of its file in`,
    `\`test/torture/\`. Of ${promises} promises ${promises - broken} held, ${broken} did not.`,
    '',
    '| | |',
    '|---|---|',
    ...facts.map(tableRow),
    '',
    ...sections.flatMap(sectionLines),
    ...sightLines(sections.flatMap(({ sights = [] }) => sights)),
  ].join('\n')
}

function sectionLines({ title, findings, notes = [] }: Section): readonly string[] {
  return [
    `## ${title}`,
    '',
    '| promise | measured | |',
    '|---|---|---|',
    ...findings.map(({ promise, measured, held }) =>
      tableRow([promise, measured, held ? 'held' : '**NOT held**']),
    ),
    '',
    ...notes.flatMap((note) => [note, '']),
  ]
}

function sightLines(sights: readonly Sight[]): readonly string[] {
  if (sights.length === 0) return []
  return [
    '## What an operator saw',
    '',
    '| fault | log | readiness | metric |',
    '|---|---|---|---|',
    ...sights.map(({ fault, log, readiness, metric }) => tableRow([fault, log, readiness, metric])),
    '',
  ]
}

export function tableRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')).join(' | ')} |`
}
