import { appendFileSync, cpSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { loadRules, type RuleFolders } from '../../src/rules/load.js'
import type { RuleTables } from '../../src/rules/tables.js'

const UNICORN = fileURLToPath(new URL('../../../test/fixtures/unicorn/', import.meta.url))

const foldersIn = (folder: string): RuleFolders => ({
  rulesDir: path.join(folder, 'rules'),
  localesDir: path.join(folder, 'locales'),
})

function tablesOf(folders: RuleFolders): RuleTables {
  const { tables, diagnostics } = loadRules(folders)
  if (tables === undefined) throw new Error(JSON.stringify(diagnostics))
  return tables
}

t.test('a good rule set loads without a word', (t) => {
  const { tables, diagnostics } = loadRules(foldersIn(UNICORN))
  t.same(diagnostics, [])
  t.ok(tables)
  t.end()
})

t.test('loci, tables and languages stand in the manifest order', (t) => {
  const tables = tablesOf(foldersIn(UNICORN))
  t.same(
    tables.loci.map(({ locus }) => locus),
    ['horn', 'mane', 'glow'],
  )
  t.same(
    tables.tables.map(({ table }) => table),
    ['viability', 'base', 'shine'],
  )
  t.same(
    tables.locales.map(({ language }) => language),
    ['fr', 'en'],
  )
  t.end()
})

t.test('what an author leaves out has its default', (t) => {
  const { loci, tables } = tablesOf(foldersIn(UNICORN))
  const mane = loci.find(({ locus }) => locus === 'mane')
  t.match(mane, { listed: false, required: true, cis: false, compact: false, examples: [] })
  t.notOk(Object.hasOwn(mane ?? {}, 'wildType'), 'a wild type that is not stated is absent')
  t.match(mane?.alleles[0], { allele: 'M', aliases: [], cite: [], verified: false })
  const opal = tables[1]?.rules[1]
  t.match(opal, {
    id: 'base-opal',
    token: [],
    noToken: [],
    hides: [],
    but: [],
    notes: [],
    cite: [],
    verified: false,
  })
  t.end()
})

t.test('what an author writes arrives', (t) => {
  const { loci, tables, linkage, locales, references, horses } = tablesOf(foldersIn(UNICORN))
  t.match(loci[2], { locus: 'glow', group: 'others', listed: true, chromosome: '2', wildType: 'n' })
  t.match(loci[2]?.alleles, [
    { allele: 'Gl', aliases: ['GL'], verified: false, note: 'one observer, by moonlight' },
    { allele: 'n', aliases: ['N'] },
  ])
  t.match(loci[2]?.examples[0], {
    given: { glow: ['Gl', 'n'] },
    names: { en: 'Moonstone', fr: 'Pierre de lune' },
  })
  t.match(tables[0]?.rules[0], { viability: { status: 'lethal', evidence: 'suspected', cause: 'burnt-out' } })
  const veil = tables[2]?.rules[2]
  t.match(veil, { token: ['opal'], then: ['veiled'], hides: 'all', but: ['opal'], notes: ['veiled'] })
  t.strictSame(Object.keys(veil?.when ?? {}), ['glow'], 'token is not a locus')
  t.match(linkage[0]?.recombination[0], {
    between: ['mane', 'glow'],
    thousandths: 125,
    interval: [0.05, 0.2],
  })
  t.match(locales[0]?.modifiers[2], {
    tokens: ['veiled'],
    position: 'wrap',
    term: { f: 'voilée (née {name})' },
  })
  t.match(locales[1]?.modifiers[0], { tokens: ['glimmer/1'], position: 'before', term: 'glimmering' })
  t.match(locales[1]?.genes, { horn: { name: 'horn', alleles: {} }, glow: { alleles: { Gl: 'glowing' } } })
  t.same(references, {
    bestiary1552: {
      title: 'A bestiary of one-horned animals',
      url: 'https://example.org/bestiary',
      year: 1552,
      verified: false,
      place: { file: 'rules/genes/horn.yaml', line: 12, column: 3 },
    },
  })
  t.match(horses, [{ title: "The Lady's unicorn", names: { en: 'Opal', fr: 'Opale' }, source: 'a tapestry' }])
  t.end()
})

t.test('everything an author wrote knows its place', (t) => {
  const { loci, tables, linkage, locales, horses } = tablesOf(foldersIn(UNICORN))
  t.same(loci[0]?.alleles[1]?.place, { file: 'rules/genes/horn.yaml', line: 10, column: 3 })
  t.same(tables[1]?.rules[2]?.place, { file: 'rules/epistasis/20-base.yaml', line: 7, column: 5 })
  t.same(tables[1]?.examples[0]?.place, { file: 'rules/epistasis/20-base.yaml', line: 9, column: 5 })
  t.same(linkage[0]?.recombination[0]?.place, { file: 'rules/linkage/uni2.yaml', line: 5, column: 5 })
  t.same(locales[1]?.names[0]?.place, { file: 'locales/en.yaml', line: 6, column: 5 })
  t.same(horses[0]?.place, { file: 'rules/horses.yaml', line: 2, column: 5 })
  t.end()
})

t.test('tables cannot be changed by anybody', (t) => {
  const tables = tablesOf(foldersIn(UNICORN))
  const thawed: string[] = []
  const visit = (value: unknown, at: string): void => {
    if (typeof value !== 'object' || value === null) return
    if (!Object.isFrozen(value)) thawed.push(at)
    for (const [key, inner] of Object.entries(value)) visit(inner, `${at}.${key}`)
  }
  visit(tables, 'tables')
  t.same(thawed, [])
  t.end()
})

t.test('a linkage row that depends on the parent stands before the one that always holds', (t) => {
  const folder = t.testdir()
  cpSync(UNICORN, folder, { recursive: true })
  const row =
    '  - { between: [glow, mane], fraction: 0.145, interval: [0.1, 0.2], when: { glow: { has: Gl } } }\n'
  appendFileSync(path.join(folder, 'rules/linkage/uni2.yaml'), row)
  const [group] = tablesOf(foldersIn(folder)).linkage
  t.match(group?.recombination, [
    { between: ['mane', 'glow'], thousandths: 145, when: { glow: { has: 'Gl' } } },
    { between: ['mane', 'glow'], thousandths: 125 },
  ])
  t.end()
})

t.test('a registry takes the agreement of the language it extends', (t) => {
  const folder = t.testdir()
  cpSync(UNICORN, folder, { recursive: true })
  writeFileSync(
    path.join(folder, 'locales/fr-GUILD.yaml'),
    'language: fr-GUILD\nkind: registry\nextends: fr\nname: Guilde\n',
  )
  edit(folder, 'rules/manifest.yaml', '[fr, en]', '[fr, en, fr-GUILD]')
  const [, , guild] = tablesOf(foldersIn(folder)).locales
  t.match(guild, { kind: 'registry', extends: 'fr', agreement: { gender: 'f', number: 's' }, names: [] })
  t.end()
})

t.test('the revision follows the content and nothing else', (t) => {
  const revisionAfter = (change: (folder: string) => void) => {
    const folder = t.testdir()
    cpSync(UNICORN, folder, { recursive: true })
    change(folder)
    return tablesOf(foldersIn(folder)).revision
  }
  const { revision } = tablesOf(foldersIn(UNICORN))
  t.match(revision, /^[0-9a-f]{64}$/)
  t.equal(
    revisionAfter((folder) => appendFileSync(path.join(folder, 'rules/horses.yaml'), '\n# a remark\n')),
    revision,
  )
  t.equal(
    revisionAfter((folder) => edit(folder, 'rules/genes/horn.yaml', 'name: horn', "name:   'horn'   # so")),
    revision,
    'spacing, quotes and comments do not count',
  )
  t.not(
    revisionAfter((folder) => edit(folder, 'rules/linkage/uni2.yaml', '0.125', '0.126')),
    revision,
  )
  t.not(
    revisionAfter((folder) =>
      edit(folder, 'rules/genes/mane.yaml', 'M: { name: moonlit }', 'M: { name: moonlight }'),
    ),
    revision,
  )
  t.not(
    revisionAfter((folder) => edit(folder, 'rules/epistasis/10-viability.yaml', 'collect', 'first')),
    revision,
  )
  t.end()
})

t.test('the revision does not depend on where the folders lie', (t) => {
  const folder = t.testdir()
  cpSync(UNICORN, folder, { recursive: true })
  renameSync(path.join(folder, 'rules'), path.join(folder, 'other-rules'))
  renameSync(path.join(folder, 'locales'), path.join(folder, 'words'))
  const moved = tablesOf({
    rulesDir: path.join(folder, 'other-rules'),
    localesDir: path.join(folder, 'words'),
  })
  t.equal(moved.revision, tablesOf(foldersIn(UNICORN)).revision)
  t.equal(moved.loci[0]?.place.file, 'other-rules/genes/horn.yaml', 'places follow the name given')
  t.end()
})

t.test('horses.yaml and linkage files may be absent', (t) => {
  const folder = t.testdir()
  cpSync(UNICORN, folder, {
    recursive: true,
    filter: (name) => !name.endsWith('horses.yaml') && !name.endsWith('linkage'),
  })
  const { linkage, horses } = tablesOf(foldersIn(folder))
  t.same([linkage, horses], [[], []])
  t.end()
})

t.test('known animals may stand in animals.yaml under animals, and are the same', (t) => {
  const folder = t.testdir()
  cpSync(UNICORN, folder, { recursive: true })
  renameSync(path.join(folder, 'rules/horses.yaml'), path.join(folder, 'rules/animals.yaml'))
  const [shipped] = tablesOf(foldersIn(UNICORN)).horses
  edit(folder, 'rules/animals.yaml', 'horses:', 'animals:')
  const [animal] = tablesOf(foldersIn(folder)).horses
  t.equal(animal?.place.file, 'rules/animals.yaml')
  t.match(animal, { title: shipped?.title, given: shipped?.given, names: shipped?.names })
  t.match(animal?.names, { en: 'Opal' })
  t.end()
})

function edit(folder: string, file: string, from: string, to: string): void {
  const location = path.join(folder, file)
  const text = readFileSync(location, 'utf8')
  if (text.split(from).length !== 2) throw new Error(`"${from}" must stand once in ${file}`)
  writeFileSync(
    location,
    text.replace(from, () => to),
  )
}
