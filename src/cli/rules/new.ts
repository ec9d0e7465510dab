/**
 * `robe rules new locus | table | language | species`: writes the first file of something new, and the entries and words
 * that it needs elsewhere, so that `robe rules check` passes and the author only replaces what stands there.
 * Guarantees: no file is overwritten; nothing is written to rules that have errors.
 */
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import { yamlWord } from '../../rules/checks/refused-value.js'
import { insertUnder } from '../../workbench/new/insert.js'
import { languageText } from '../../workbench/new/skeletons.js'
import { newLocus, newTable, type NewFiles } from '../../workbench/new/entries.js'
import { action, Refusal } from '../report.js'
import { textOf } from '../terminal.js'
import { foldersOf, openSoundRules, type RulesOptions } from './open-rules.js'

const PACKAGE = new URL('../../../../', import.meta.url)
const SCHEMAS = fileURLToPath(new URL('src/rules/schemas', PACKAGE))
const SKELETON = fileURLToPath(new URL('examples/skeleton', PACKAGE))

const LOCUS = /^[a-z][a-z0-9]*([-_][a-z0-9]+)*$/
const ID = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/
const LANGUAGE = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/
const ALLELE = /^[A-Za-z][A-Za-z0-9._-]*$/

interface NewOptions extends RulesOptions {
  readonly allele?: string
  readonly reads?: string
}

export function registerNew(rules: Command): void {
  const made = rules.command('new').description('write a commented skeleton that passes robe rules check')
  made
    .command('locus')
    .description('a gene file, its entry in the manifest and its name in each language')
    .argument('<id>', 'small letters and digits, words joined by - or _')
    .option('--allele <allele>', 'the spelling of its variant', 'V')
    .action(action(locus))
  made
    .command('table')
    .description('a decision table that gives a token of its own name, and a word for it in each language')
    .argument('<id>', 'small letters and digits, words joined by -')
    .option('--reads <locus>', 'the locus that it asks for; else the one of the same name')
    .action(action(table))
  made
    .command('language')
    .description('a language file that takes from the first language what it does not say yet')
    .argument('<code>', 'such as nl')
    .action(action(language))
  made
    .command('species')
    .description('a rule set of one locus, one table and one language, in a new folder')
    .argument('<folder>', 'a folder that does not exist yet')
    .action(action(species))
}

async function locus(id: string, options: NewOptions): Promise<string> {
  const { allele = 'V' } = options
  checkWord(id, LOCUS, 'a locus id: small letters and digits, words joined by - or _')
  checkWord(allele, ALLELE, 'an allele: it starts with a letter and has no spaces, no + and no /')
  const ruleset = await openSoundRules(options)
  if (ruleset.model.loci.some(({ key }) => key === id)) throw new Refusal(`there already is a locus ${id}.`)
  return write(options, newLocus(ruleset, id, allele, schemasFrom(options, 'rules/genes')))
}

async function table(id: string, options: NewOptions): Promise<string> {
  checkWord(id, ID, 'a table id: small letters and digits, words joined by -')
  const ruleset = await openSoundRules(options)
  if (ruleset.model.tables.some(({ name }) => name === id))
    throw new Refusal(`there already is a table ${id}.`)
  if (ruleset.tokens().includes(id))
    throw new Refusal(`a rule already gives the token ${id}: choose another id.`)
  const key = options.reads ?? id
  const read = ruleset.model.loci.find((each) => each.key === key)
  if (read === undefined) {
    const known = ruleset.model.loci.map((each) => each.key).join(', ')
    throw new Refusal(`there is no locus ${key}. Name one with --reads: ${known}.`)
  }
  return write(options, newTable(ruleset, id, read, schemasFrom(options, 'rules/epistasis')))
}

async function language(code: string, options: NewOptions): Promise<string> {
  checkWord(code, LANGUAGE, 'a language code such as nl')
  const ruleset = await openSoundRules(options)
  if (ruleset.languages.includes(code)) throw new Refusal(`there already is a language ${code}.`)
  const base = ruleset.model.source.locales.find(({ kind }) => kind === 'language')?.language ?? ''
  return write(options, {
    file: `locales/${code}.yaml`,
    text: languageText(schemasFrom(options, 'locales'), code, base),
    edits: [{ file: 'rules/manifest.yaml', key: 'languages', item: code, lines: `  - ${code}` }],
  })
}

async function species(folder: string): Promise<string> {
  if (existsSync(folder))
    throw new Refusal(`${folder} exists already. Name a folder that does not exist yet.`)
  cpSync(SKELETON, folder, { recursive: true })
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.yaml'),
  )
  for (const file of files) {
    const full = path.join(folder, file)
    const schemas = slashed(path.relative(path.dirname(path.resolve(full)), SCHEMAS))
    const text = readFileSync(full, 'utf8').replace(/\$schema=\S*\/schemas/, () => `$schema=${schemas}`)
    writeFileSync(full, text)
  }
  return Promise.resolve(
    textOf(
      files.sort().map((file) => `wrote ${slashed(path.join(folder, file))}`),
      `Next: robe rules --in ${folder} check`,
    ),
  )
}

function checkWord(word: string, pattern: RegExp, expected: string): void {
  if (!pattern.test(word) || word.length > 64) throw new Refusal(`"${word}": expected ${expected}.`)
}

/** Writes the new file and the entries that it needs; the folders may be called otherwise than rules and locales. */
function write(options: RulesOptions, { file, text, edits }: NewFiles): string {
  const at = (name: string): string => locate(options, name)
  if (existsSync(at(file))) throw new Refusal(`${at(file)} exists already.`)
  for (const { file: edited, key, item, lines } of edits) {
    const before = readFileSync(at(edited), 'utf8')
    writeFileSync(at(edited), insertUnder(before, key, yamlWord(item), lines))
  }
  writeFileSync(at(file), text)
  const changed = [...new Set(edits.map((edit) => at(edit.file)))]
  return textOf(
    `wrote ${slashed(path.relative('', at(file)))}`,
    changed.map((each) => `changed ${slashed(path.relative('', each))}`),
    'Next: robe rules check and robe rules test, then replace what the comments speak of.',
  )
}

function locate(options: RulesOptions, name: string): string {
  const { rulesDir, localesDir } = foldersOf(options)
  const [folder = '', ...rest] = name.split('/')
  return path.join(folder === 'rules' ? rulesDir : localesDir, ...rest)
}

/** The way from a folder of the rule set to the schemas, for editors. */
function schemasFrom(options: RulesOptions, folder: string): string {
  return slashed(path.relative(path.resolve(locate(options, folder)), SCHEMAS))
}

function slashed(file: string): string {
  return file.split(path.sep).join('/')
}
