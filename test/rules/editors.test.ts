/**
 * What editors need to help rule authors: each rule file's first line leads to the schema of its kind, also in the
 * installed package.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { fileRole, type FileRole } from '../../src/rules/source.js'
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
    t.ok(files.length > 5)
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
): readonly { readonly file: string; readonly role: FileRole | undefined }[] {
  const root = path.join(set, folder)
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => ({
      file: path.join(root, name),
      role: fileRole(`${folder}/${name.replaceAll(path.sep, '/')}`),
    }))
}

t.test('the package brings the schemas to where the rule files look for them', (t) => {
  const { stdout } = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: HERE,
    encoding: 'utf8',
  })
  const [packed] = JSON.parse(stdout) as readonly { readonly files: readonly { readonly path: string }[] }[]
  const files = new Set(packed?.files.map((each) => each.path))
  for (const schema of readdirSync(SCHEMAS)) t.ok(files.has(`src/rules/schemas/${schema}`), schema)
  t.ok(files.has('rules/manifest.yaml'))
  t.end()
})
