/**
 * The shape of the house: layers, and doors to packages.
 * Guarantees: what .dependency-cruiser.cjs forbids is forbidden, and the ban itself is seen to bite.
 * Leaves to others: names and sizes of files (architecture.test.ts).
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

interface Cruise {
  readonly summary: {
    readonly totalCruised: number
    readonly violations: readonly {
      readonly rule: { readonly name: string }
      readonly from: string
      readonly to: string
    }[]
  }
  readonly modules: readonly {
    readonly source: string
    readonly dependencies: readonly { readonly module: string; readonly dependencyTypes: readonly string[] }[]
  }[]
}

/** Runs dependency-cruiser over `src` in `folder` with the project's law. */
function cruise(folder: string): Cruise {
  const cli = path.join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs')
  const law = path.join(ROOT, '.dependency-cruiser.cjs')
  const run = spawnSync(process.execPath, [cli, '--config', law, '-T', 'json', 'src'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (run.stdout === '') throw new Error(run.stderr)
  return JSON.parse(run.stdout) as Cruise
}

const told = ({ summary }: Cruise) =>
  summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)

t.test('every import obeys the layer law', (t) => {
  const house = cruise(ROOT)
  t.ok(house.summary.totalCruised > 50, 'the whole of src/ is looked at')
  t.same(told(house), [])

  const importers = new Map<string, Set<string>>()
  for (const { source, dependencies } of house.modules) {
    for (const { module, dependencyTypes } of dependencies) {
      if (!source.startsWith('src/') || !dependencyTypes.includes('npm')) continue
      importers.set(module, (importers.get(module) ?? new Set()).add(source))
    }
  }
  // The command line is commander's shape throughout, and a cache is an import; every other package can be replaced in two files.
  const isFree = (module: string): boolean => module === 'commander' || module === 'lru-cache'
  const wide = [...importers].filter(([module, files]) => !isFree(module) && files.size > 2)
  t.same(
    wide.map(([module, files]) => [module, [...files]]),
    [],
    'a package has at most two doors',
  )
  t.end()
})

t.test('the layer law bites', (t) => {
  const folder = t.testdir({
    'tsconfig.json': readFileSync(path.join(ROOT, 'tsconfig.json'), 'utf8'),
    'package.json':
      '{ "name": "planted", "type": "module", "dependencies": { "yaml": "1", "left-pad": "1" } }',
    node_modules: {
      yaml: { 'package.json': '{ "name": "yaml", "main": "index.js" }', 'index.js': '' },
      'left-pad': { 'package.json': '{ "name": "left-pad", "main": "index.js" }', 'index.js': '' },
    },
    src: {
      genetics: { 'a.ts': "import '../model/b.js'", 'fs.ts': "import 'node:fs'" },
      model: {
        'b.ts': "import 'yaml'",
        'type.ts': "import type { T } from '../naming/d.js'\nexport type U = T",
      },
      naming: { 'd.ts': 'export type T = 1' },
      access: { 'c.ts': "import '../genetics/fs.js'" },
      pages: { 'e.ts': "import '../stores/f.js'", 'g.ts': "import 'left-pad'" },
      stores: { 'f.ts': "import './h.js'", 'h.ts': "import './f.js'" },
      utils: { 'i.ts': 'export const i = 1' },
      'main.ts': "import './cli/j.js'\nimport './utils/i.js'",
      cli: { 'j.ts': 'export const j = 1' },
    },
  })
  t.same(told(cruise(folder)).sort(), [
    'access-stays-apart: src/access/c.ts → src/genetics/fs.ts',
    'folder-without-layer: src/main.ts → src/utils/i.ts',
    'layer-genetics: src/genetics/a.ts → src/model/b.ts',
    'layer-model: src/model/type.ts → src/naming/d.ts',
    'layer-pages: src/pages/e.ts → src/stores/f.ts',
    'no-cycles: src/stores/f.ts → src/stores/h.ts',
    'no-way-out: src/genetics/fs.ts → fs',
    'only-one-door-to-yaml: src/model/b.ts → node_modules/yaml/index.js',
    'package-without-door: src/pages/g.ts → node_modules/left-pad/index.js',
  ])
  t.end()
})
