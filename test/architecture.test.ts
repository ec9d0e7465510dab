/**
 * The shape of the house: files that can be read, names of the field, and code that names no animal.
 * Leaves to others: layers (layers.slow.ts), style (eslint) and formatting (prettier).
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import ts from 'typescript'
import { loadRules } from '../src/rules/load.js'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

const MOST_LINES = 220
const MOST_FILES = 16

t.test('a file is one idea, and a folder can be looked over', (t) => {
  const files = sourceFiles().filter((file) => file.endsWith('.ts') && !file.endsWith('.generated.ts'))
  const lines = (file: string): number =>
    readFileSync(path.join(ROOT, 'src', file), 'utf8').split('\n').length - 1
  t.same(
    files.filter((file) => lines(file) > MOST_LINES),
    [],
  )
  const folders = new Map<string, number>()
  for (const file of files) folders.set(path.dirname(file), (folders.get(path.dirname(file)) ?? 0) + 1)
  t.same(
    [...folders].filter(([, own]) => own > MOST_FILES),
    [],
  )
  t.end()
})

t.test('tests do not depend on the benchmark', (t) => {
  const files = readdirSync(path.join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
  const importing = files.filter(
    (file) =>
      file.endsWith('.ts') &&
      /(?:from|import\() ?'[./]+\/bench\//.test(readFileSync(path.join(ROOT, 'test', file), 'utf8')),
  )
  t.same(importing, [], 'what both use is in test/support')
  t.end()
})

/** Private words for things that have a standard name, which docs/decisions.md and the code use instead. */
const RETIRED =
  /^(edition|seal|looks?|walks?|knots?|sheets?|written|brief|spelled|witness|doorkeeper|finished|slices?|crew|shelf|doors|trouble|outage|presence|ground|makers|mend)$/i

function hasRetiredWord(name: string): boolean {
  return name.split(/[^A-Za-z]|(?<=[a-z])(?=[A-Z])/).some((word) => RETIRED.test(word))
}

t.test('files and exports have the names of the field', (t) => {
  t.ok(['createLooks', 'step-look', 'Edition'].every(hasRetiredWord), 'a retired word is seen within a name')
  t.notOk(['CoatLookup', 'createSnapshot'].some(hasRetiredWord))
  const named: string[] = []
  for (const file of sourceFiles().filter((each) => each.endsWith('.ts'))) {
    const text = readFileSync(path.join(ROOT, 'src', file), 'utf8')
    const exported = [
      ...text.matchAll(/^export (?:async )?(?:function\*?|const|class|interface|type) (\w+)/gm),
    ].map(([, name = '']) => name)
    for (const name of [...file.split(/[/.]/), ...exported])
      if (hasRetiredWord(name)) named.push(`${file}: ${name}`)
  }
  t.same(named, [])
  t.end()
})

/**
 * Spellings of the shipped rules that something else owns too, and what. Everything else in the rule files is
 * a stranger to src/.
 */
const OWNED_ELSEWHERE = new Map([['T', 'stands between date and time in ISO 8601']])
/** The same in one file. */
const OWNED_IN: Readonly<Record<string, readonly string[]>> = {
  // HTML's element of a link.
  'pages/app/browser/dom.ts': ['a'],
  // The wild type of a new locus, which its skeleton calls so.
  'workbench/new/entries.ts': ['n'],
}

t.test('no source file names a gene, an allele, a token or a language of the shipped rules', (t) => {
  const { tables } = loadRules({ rulesDir: path.join(ROOT, 'rules'), localesDir: path.join(ROOT, 'locales') })
  if (tables === undefined) throw new Error('the shipped rules do not load')
  const loci = tables.loci.map(({ locus }) => locus)
  const spellings = tables.loci.flatMap(({ alleles }) =>
    alleles.flatMap((row) => [row.allele, ...row.aliases]),
  )
  const tokens = tables.tables.flatMap(({ rules }) => rules.flatMap((rule) => rule.then))
  const owned = (word: string) => !OWNED_ELSEWHERE.has(word)
  const words = new Set([...loci, ...spellings, ...tokens, ...tables.manifest.languages].filter(owned))
  t.ok(words.size > 50, 'there are words to look for')

  const named: string[] = []
  for (const file of sourceFiles()) {
    const text = readFileSync(path.join(ROOT, 'src', file), 'utf8')
    for (const literal of literalsOf(file, text)) {
      const owned = OWNED_IN[file] ?? []
      for (const word of wordsIn(literal))
        if (words.has(word) && !owned.includes(word)) named.push(`${file}: ${word} in '${literal}'`)
    }
  }
  t.same(named, [])
  t.end()
})

function sourceFiles(): readonly string[] {
  const files = readdirSync(path.join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  return files.filter((file) => /\.(ts|json)$/.test(file))
}

/**
 * The words a literal names: itself, the parts of a path such as `others.<gene>`, or the longer words of a
 * sentence (one or two letters make an article as well as an allele).
 */
function wordsIn(literal: string): readonly string[] {
  if (/\s/.test(literal.trim())) return literal.split(/[^A-Za-z0-9_-]+/).filter((word) => word.length > 2)
  return [literal, ...literal.split(/[.[\]=,:]/)]
}

/** Every string that the code itself holds; comments and the paths of imports are not among them. */
function literalsOf(file: string, text: string): readonly string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      found.push(node.text)
    }
    ts.forEachChild(node, visit)
  }
  visit(
    ts.createSourceFile(
      file,
      text,
      ts.ScriptTarget.Latest,
      true,
      file.endsWith('.json') ? ts.ScriptKind.JSON : ts.ScriptKind.TS,
    ),
  )
  return found
}
