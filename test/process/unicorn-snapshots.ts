/**
 * The invented animal's rule set in several states of being edited: two good ones that name one coat differently,
 * one with a further locus, and bad ones as editors leave them.
 * Guarantees: each is made from the files of the fixture by one small change that must be possible.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from './robe.js'

/** Path inside the rule set's folder → text. */
export type Files = ReadonlyMap<string, string>

const FIXTURE = join(ROOT, 'test/fixtures/unicorn')

/** As in the fixture: the coat of `PEARL` is called Pearl. */
export const GOOD: Files = new Map(
  readdirSync(FIXTURE, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => [name, readFileSync(join(FIXTURE, name), 'utf8')]),
)

/** Asked in English, this horse's name tells which of the two answered. */
export const PEARL = { base: { horn: ['S', 's'], mane: ['M', 'M'] }, lang: 'en' }

export const RENAMED: Files = changed(GOOD, [
  ['locales/en.yaml', 'term: pearl }', 'term: nacre }'],
  ['rules/genes/horn.yaml', 'en: Pearl', 'en: Nacre'],
])

/** A further locus, of which nothing else in the rules knows. */
export const WITH_TAIL: Files = new Map([
  ...changed(GOOD, [
    ['rules/manifest.yaml', 'glow]', 'glow, tail]'],
    ['locales/en.yaml', '  horn: { name: horn }', '  horn: { name: horn }\n  tail: { name: tail }'],
    ['locales/fr.yaml', '  mane: { name: crinière }', '  mane: { name: crinière }\n  tail: { name: queue }'],
  ]),
  [
    'rules/genes/tail.yaml',
    'locus: tail\ngroup: others\ngene: CAUD1\nname: tail\nchromosome: "3"\n' +
      'alleles:\n  T: { name: tufted }\n  t: { name: plain }\nwild_type: t\n',
  ],
])

/** Without the language of `PEARL`. */
export const ONLY_FRENCH: Files = new Map(
  [...GOOD]
    .filter(([name]) => name !== 'locales/en.yaml')
    .map(([name, text]) => [
      name,
      name.startsWith('rules/') ? text.replace('[fr, en]', '[fr]').replace(/(, |\n +)en: \w+/g, '') : text,
    ]),
)

/** What each of them is refused for, as the first reason told. */
export const BAD: readonly { readonly what: string; readonly files: Files; readonly why: RegExp }[] = [
  {
    what: 'broken YAML',
    files: replaced(GOOD, 'rules/genes/mane.yaml', 'locus: mane\nalleles: { M: [\n'),
    why: /^rules\/genes\/mane\.yaml:\d+:\d+ PARSE /,
  },
  {
    what: 'a genotype that no rule decides',
    files: changed(GOOD, [['rules/epistasis/20-base.yaml', 'mane: { has: M }', 'mane: [M, M]']]),
    why: /^rules\/epistasis\/20-base\.yaml:\d+:\d+ GAP /,
  },
  {
    what: 'an example that does not come out',
    files: changed(GOOD, [['rules/horses.yaml', 'en: Opal', 'en: Opaque']]),
    why: /^rules\/horses\.yaml:\d+:\d+ .*: name in en: expected Opaque, got Opal/,
  },
  {
    what: 'a file written half',
    files: replaced(GOOD, 'locales/en.yaml', (GOOD.get('locales/en.yaml') ?? '').slice(0, 400)),
    why: /^locales\/en\.yaml:\d+:\d+ /,
  },
]

/** Writes what differs from what the folder holds, file by file. */
export function writeFiles(folder: string, files: Files): void {
  for (const [name, text] of files) {
    const file = join(folder, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}

function replaced(files: Files, name: string, text: string): Files {
  return new Map([...files, [name, text]])
}

function changed(files: Files, edits: readonly (readonly [file: string, from: string, to: string])[]): Files {
  return edits.reduce((all, [name, from, to]) => {
    const text = all.get(name) ?? ''
    if (!text.includes(from)) throw new Error(`${name} does not hold ${from}`)
    return replaced(all, name, text.replace(from, to))
  }, files)
}
