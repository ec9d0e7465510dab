import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { diagnosticLine, formatDiagnostic } from '../../src/rules/diagnostic.js'
import { loadRules } from '../../src/rules/load.js'
import { MAX_FILE_BYTES, MAX_TOTAL_BYTES, readSource } from '../../src/rules/source.js'

const many = (count: number, line: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => line(i)).join('')

const read = (folder: string) => readSource(path.join(folder, 'rules'), path.join(folder, 'locales'))

t.test('yaml files of the folder and its direct sub-folders are read, sorted, and nothing else', (t) => {
  const folder = t.testdir({
    rules: {
      'manifest.yaml': 'a: 1',
      'CHANGELOG.md': 'words',
      '.manifest.yaml.swp': 'junk',
      '.hidden.yaml': 'junk',
      genes: { 'b.yaml': 'b: 1', 'a.yaml': 'a: 1', deeper: { 'c.yaml': 'c: 1' } },
    },
    locales: { 'fr.yaml': 'é: 1' },
  })
  const { rules, locales, diagnostics } = read(folder)
  t.same(diagnostics, [])
  t.same(
    rules.files.map(({ name }) => name),
    ['genes/a.yaml', 'genes/b.yaml', 'manifest.yaml'],
  )
  t.same(locales.files, [{ file: 'locales/fr.yaml', name: 'fr.yaml', text: 'é: 1' }])
  t.end()
})

t.test('files behind links are read, as volumes of a cluster mount them', (t) => {
  const folder = t.testdir({ '..data': { 'manifest.yaml': 'a: 1' }, rules: {}, locales: {} })
  symlinkSync(path.join(folder, '..data/manifest.yaml'), path.join(folder, 'rules/manifest.yaml'))
  t.same(read(folder).rules.files[0]?.text, 'a: 1')
  t.end()
})

t.test('a link that leads nowhere is told at its place, and hides nothing else', (t) => {
  const folder = t.testdir({ rules: { 'manifest.yaml': 'a: 1', genes: {} }, locales: {} })
  symlinkSync('/nowhere', path.join(folder, 'rules/genes/matp.yaml'))
  symlinkSync('/nowhere', path.join(folder, 'rules/notes'))
  const { rules, diagnostics } = read(folder)
  t.same(
    rules.files.map(({ name }) => name),
    ['manifest.yaml'],
  )
  t.match(diagnostics.map(formatDiagnostic), [
    /^rules\/genes\/matp\.yaml:1:1 PARSE this file or folder does not exist\./,
  ])
  t.equal(diagnostics.length, 1)
  t.end()
})

t.test('a file whose name ends in capitals is told how to end', (t) => {
  const folder = t.testdir({ rules: { genes: { 'matp.YAML': 'a: 1' } }, locales: {} })
  const { diagnostics } = loadRules({
    rulesDir: path.join(folder, 'rules'),
    localesDir: path.join(folder, 'locales'),
  })
  const [told] = diagnostics.filter(({ place }) => place.file === 'rules/genes/matp.YAML')
  t.equal(told?.fix, 'name it .yaml.')
  t.end()
})

t.test('a missing folder is told once and not through each of its files', (t) => {
  const folder = t.testdir({ locales: {} })
  const { tables, diagnostics } = loadRules({
    rulesDir: path.join(folder, 'rules'),
    localesDir: path.join(folder, 'locales'),
  })
  t.equal(tables, undefined)
  t.same(diagnostics.map(formatDiagnostic), [
    'rules:1:1 PARSE this file or folder does not exist.\n    fix: create it, or name another folder.',
  ])
  t.end()
})

t.test('a file over 1 MiB is refused unread, and is not missing', (t) => {
  const folder = t.testdir({ rules: {}, locales: {} })
  writeFileSync(path.join(folder, 'rules/manifest.yaml'), `# ${'x'.repeat(MAX_FILE_BYTES)}`)
  const { rules, diagnostics } = read(folder)
  t.same(rules.names, ['manifest.yaml'])
  t.same(rules.files, [])
  t.same(diagnostics.map(formatDiagnostic), [
    'rules/manifest.yaml:1:1 PARSE this has 1048578 bytes; at most 1 MiB are allowed.\n    fix: split it.',
  ])
  writeFileSync(path.join(folder, 'rules/manifest.yaml'), 'x'.repeat(MAX_FILE_BYTES))
  t.same(read(folder).diagnostics, [], 'exactly 1 MiB is allowed')
  t.end()
})

t.test(
  'all files together have at most 4 MiB; the first one beyond is named, and the rest is not read',
  (t) => {
    const folder = t.testdir({ rules: { genes: {} }, locales: { 'fr.yaml': 'a: 1' } })
    const count = MAX_TOTAL_BYTES / MAX_FILE_BYTES + 2
    for (let i = 0; i < count; i++)
      writeFileSync(path.join(folder, `rules/genes/g${i}.yaml`), '#'.repeat(MAX_FILE_BYTES))
    const { rules, locales, diagnostics } = read(folder)
    t.equal(rules.files.length, count - 2)
    t.same(locales.files, [])
    t.match(diagnostics.map(formatDiagnostic), [
      /^rules\/genes\/g4\.yaml:1:1 PARSE with this file .* exceed 4 MiB/,
    ])
    t.equal(diagnostics.length, 1)
    t.end()
  },
)

t.test('pipes and devices are named and never opened for reading', (t) => {
  const folder = t.testdir({ rules: { 'manifest.yaml': 'a: 1' }, locales: {} })
  execFileSync('mkfifo', [path.join(folder, 'rules/fifo.yaml')])
  symlinkSync('/dev/zero', path.join(folder, 'locales/zero.yaml'))
  const { rules, diagnostics } = read(folder)
  t.same(rules.files.length, 1)
  t.same(diagnostics.map(diagnosticLine), [
    'rules/fifo.yaml:1:1 PARSE this is a pipe or a device, not a regular file.',
    'locales/zero.yaml:1:1 PARSE this is a pipe or a device, not a regular file.',
  ])
  t.end()
})

t.test('the check of rules ends at 200 errors, and says where', async (t) => {
  const broken = {
    'of words without quotes': ['rules/genes/many.yaml', `a:\n${'  - n\n'.repeat(150_000)}`],
    'of unknown keys': ['rules/genes/many.yaml', many(60_000, (i) => `k${i}: 1\n`)],
    'of citations': [
      'rules/epistasis/20-many.yaml',
      `table: many\nreads: [a]\nhit: unique\nrules:\n  - { id: x, when: {}, then: [], why: x, cite: [${many(60_000, (i) => `c${i}, `)}x] }\n`,
    ],
  }
  for (const [what, [file = '', text = '']] of Object.entries(broken)) {
    const folder = t.testdir({ rules: { 'manifest.yaml': '', genes: {}, epistasis: {} }, locales: {} })
    writeFileSync(path.join(folder, file), text)
    const { tables, diagnostics } = loadRules({
      rulesDir: path.join(folder, 'rules'),
      localesDir: path.join(folder, 'locales'),
    })
    t.equal(tables, undefined)
    t.ok(diagnostics.length <= 201, `${diagnostics.length} ${what}`)
  }
  const folder = t.testdir({ rules: {}, locales: {} })
  for (let i = 0; i < 500; i++) writeFileSync(path.join(folder, `rules/x${i}.yaml`), '')
  const { diagnostics } = loadRules({
    rulesDir: path.join(folder, 'rules'),
    localesDir: path.join(folder, 'locales'),
  })
  t.equal(diagnostics.length, 201)
  t.match(
    diagnostics.map(diagnosticLine).at(-1),
    /^rules\/x\d+\.yaml:1:1 PARSE more than 200 errors were found/,
  )
})

t.test('text that is not UTF-8 is refused, a byte-order mark is passed over', (t) => {
  const folder = t.testdir({ rules: {}, locales: {} })
  writeFileSync(path.join(folder, 'rules/manifest.yaml'), Buffer.from([0x61, 0x3a, 0x20, 0xe9]))
  writeFileSync(path.join(folder, 'locales/fr.yaml'), '\ufeffa: 1')
  const { locales, diagnostics } = read(folder)
  t.same(diagnostics.map(formatDiagnostic), [
    'rules/manifest.yaml:1:1 PARSE this is not UTF-8 text.\n    fix: save it as UTF-8.',
  ])
  t.same(locales.files[0]?.text, 'a: 1')
  t.end()
})

t.test('a folder named like a file is told, not thrown', (t) => {
  const folder = t.testdir({ rules: { 'manifest.yaml': {} }, locales: {} })
  t.match(read(folder).diagnostics.map(formatDiagnostic), [
    /^rules\/manifest\.yaml:1:1 PARSE this is a folder, not a regular file/,
  ])
  t.end()
})

/** Reads a folder's rules and locales, with `disturb` called after every file. */
function readDisturbed(folder: string, disturb: () => void) {
  return readSource(path.join(folder, 'rules'), path.join(folder, 'locales'), (location) => {
    const bytes = readFileSync(location)
    disturb()
    return bytes
  })
}

t.test('files that change while being read are read again: no mixture of two moments', (t) => {
  const folder = t.testdir({ rules: { 'a.yaml': 'v: 1', 'b.yaml': 'v: 1' }, locales: {} })
  let disturbances = 0
  const { rules, diagnostics } = readDisturbed(folder, () => {
    disturbances++
    if (disturbances > 1) return
    for (const name of ['a.yaml', 'b.yaml']) writeFileSync(path.join(folder, 'rules', name), 'v: two')
  })
  t.same(diagnostics, [])
  t.same(
    rules.files.map(({ text }) => text),
    ['v: two', 'v: two'],
  )
  t.end()
})

t.test('files that never come to rest are told', (t) => {
  const folder = t.testdir({ rules: { 'a.yaml': 'v: 1' }, locales: {} })
  let text = 'v: 1'
  const { diagnostics } = readDisturbed(folder, () =>
    writeFileSync(path.join(folder, 'rules/a.yaml'), (text += '1')),
  )
  t.same(diagnostics.map(formatDiagnostic), [
    'rules:1:1 PARSE the files are being changed while they are read.\n' +
      '    fix: wait until all files are written, then try again.',
  ])
  t.end()
})

t.test('a file that vanishes while being read is not there', (t) => {
  const folder = t.testdir({ rules: { 'a.yaml': 'v: 1', 'b.yaml': 'v: 1' }, locales: {} })
  const { rules, diagnostics } = readDisturbed(folder, () =>
    rmSync(path.join(folder, 'rules/b.yaml'), { force: true }),
  )
  t.same([rules.names, diagnostics], [['a.yaml'], []])
  t.end()
})
