/**
 * What a start with a prebuilt snapshot loads: followed through the compiled files' own imports, as Node follows them
 * before the first line runs.
 */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t from 'tap'
import { ROOT } from '../process/robe.js'

/** `import … from 'x'`, and what the compiler makes of `import … = require('x')`. */
const IMPORT =
  /^(?:(?:import|export)\s(?:[\w$*{},\s]+\sfrom\s)?|const\s\w+\s=\s__require\()['"]([^'"]+)['"]/gm

/** Packages and files that importing a file loads; what is imported only when it is needed is left aside. */
function loadedBy(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
    if (name.startsWith('.')) loadedBy(join(dirname(file), name), seen)
    else seen.add(name)
  }
  return seen
}

t.test('a service loads no compiler of rules, no command, and no store but its own', (t) => {
  const loaded = loadedBy(join(ROOT, 'build/src/main.js'))
  const packages = [...loaded].filter((name) => !/^(node:|\/)/.test(name))
  for (const name of ['@tinyhttp/app', 'pino'])
    t.ok(packages.includes(name), 'it is followed to the packages')
  for (const heavy of [/^yaml/, /^ajv/, /^json-rules-engine/, /^redis/, /^libsql/, /^commander/, /cluster/])
    t.notOk(
      packages.find((name) => heavy.test(name)),
      String(heavy),
    )
  for (const folder of ['cli', 'workbench', 'pages'])
    t.notOk(
      [...loaded].find((name) => name.includes(`/src/${folder}/`)),
      folder,
    )
  t.end()
})

t.test('the door of the process loads nothing before it knows what for', (t) => {
  t.strictSame([...loadedBy(join(ROOT, 'build/src/cli.js'))], [join(ROOT, 'build/src/cli.js')])
  t.end()
})
