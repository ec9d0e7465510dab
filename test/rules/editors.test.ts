/**
 * What editors need to help rule authors: each rule file's first line leads to the schema of its kind, also in the
 * installed package.
 * Leaves to others: that what is packed holds each of them (test/process/published-package.slow.ts).
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { fileRole } from '../../src/rules/source.js'
import { ROOT } from '../phenotypes/shipped.js'

const HERE = fileURLToPath(ROOT)
const SCHEMAS = path.join(HERE, 'src/rules/schemas')

/** Folders that hold rules and locales: the shipped set, the examples, and the set that the pages show. */
const SETS = [
  HERE,
  ...readdirSync(path.join(HERE, 'examples')).map((name) => path.join(HERE, 'examples', name)),
  path.join(HERE, 'test/fixtures/pocket-horse'),
].filter((folder) => existsSync(path.join(folder, 'rules/manifest.yaml')))

for (const set of SETS) {
  t.test(`${path.relative(HERE, set) || 'the shipped rules'}: each file leads to its schema`, (t) => {
    const files = [...yamlFiles(set, 'rules'), ...yamlFiles(set, 'locales')]
    t.ok(files.length > 3)
    for (const { file, role } of files) {
      const [first = ''] = readFileSync(file, 'utf8').split('\n', 1)
      const [, target = ''] = /^# yaml-language-server: \$schema=(\S+)$/.exec(first) ?? []
      const expected = path.join(SCHEMAS, `${role?.kind ?? 'no'}.schema.json`)
      t.equal(path.resolve(path.dirname(file), target), expected, path.relative(HERE, file))
      t.ok(existsSync(expected), expected)
    }
    t.end()
  })
}

function yamlFiles(
  set: string,
  folder: string,
): readonly { readonly file: string; readonly role: ReturnType<typeof fileRole> }[] {
  const root = path.join(set, folder)
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => ({
      file: path.join(root, name),
      role: fileRole(`${folder}/${name.replaceAll(path.sep, '/')}`),
    }))
}

t.test('the package brings rules and schemas at the same places', (t) => {
  const { files } = JSON.parse(readFileSync(path.join(HERE, 'package.json'), 'utf8')) as {
    readonly files: readonly string[]
  }
  for (const folder of ['rules', 'locales', 'src/rules/schemas']) t.ok(files.includes(folder), folder)
  t.end()
})
