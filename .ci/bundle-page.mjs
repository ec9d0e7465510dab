/**
 * A step of the build: bundles the core and the page, each into one file without dependencies. The script of the page with its
 * texts and its style go to build/src/pages/app/bundle/; the core as a module and the element <robe-foals>, which loads it, go to
 * build/browser/; the core for Node goes to build/node/; the types of all to build/browser/types/.
 * Guarantees: the build fails if code for browsers needs Node. A file that would not change is not written, since other
 * processes may be reading it.
 * Leaves to others: the model that the modules open (src/prebuild.ts).
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'
import ts from 'typescript'
import { parse } from 'yaml'

const PAGE = 'build/src/pages/app/bundle'
const MODULE = 'build/browser'
const NODE_MODULE = 'build/node'
const TEXTS = 'src/pages/app/texts'
const ELEMENT = 'src/pages/app/browser/element'
/** What tsc has written of all that browsers run (src/pages/app/browser/tsconfig.json). */
const ALL_TYPES = 'build/browser-types/src'

const texts = Object.fromEntries(
  readdirSync(TEXTS)
    .sort()
    .map((file) => [file.replace(/\.yaml$/, ''), parse(readFileSync(join(TEXTS, file), 'utf8'))]),
)

/** The texts that the files of a folder name, those that every text may need, and the states that answers name. */
function textsOf(folder) {
  const files = [...readdirSync(folder).map((file) => join(folder, file)), 'src/pages/app/texts.ts']
  const code = files.map((file) => readFileSync(file, 'utf8')).join('\n')
  const isSaid = ([name]) => code.includes(`'${name}'`) || ['lethal', 'suspected'].includes(name)
  return Object.fromEntries(
    Object.entries(texts).map(([language, own]) => [
      language,
      Object.fromEntries(Object.entries(own).filter(isSaid)),
    ]),
  )
}

function write(path, bytes) {
  if (existsSync(path) && readFileSync(path).equals(bytes)) return
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, bytes)
}

async function bundle(entry, path, options = { platform: 'browser' }, said = texts) {
  const { outputFiles } = await build({
    entryPoints: [entry],
    outfile: path,
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    ...options,
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'warning',
    define: { TEXTS: JSON.stringify(said) },
  })
  for (const { path: file, contents } of outputFiles) write(file, Buffer.from(contents))
}

/** A file of types with all that it names. @param found those that are known already */
function typesFrom(file, found = new Map()) {
  if (found.has(file)) return found
  const bytes = readFileSync(join(ALL_TYPES, file))
  found.set(file, bytes)
  for (const [, name] of bytes.toString().matchAll(/['"](\.[^'"]+)\.js['"]/g))
    typesFrom(join(dirname(file), `${name}.d.ts`), found)
  return found
}

await bundle('src/pages/app/browser/main.ts', `${PAGE}/page.js`)
await bundle('src/pages/app/style/page.css', `${PAGE}/page.css`)
write(`${PAGE}/texts.json`, Buffer.from(JSON.stringify(texts)))

await bundle('src/pages/app/library.ts', `${MODULE}/robe.js`)
const types = typesFrom('pages/app/library.d.ts')
// The project of the browser's types has none of Node, so this file's are made from its text alone.
const nodeSource = readFileSync('src/pages/app/node.ts', 'utf8')
const nodeTypes = ts.transpileDeclaration(nodeSource, { compilerOptions: { target: ts.ScriptTarget.ES2023 } })
types.set('pages/app/node.d.ts', Buffer.from(nodeTypes.outputText))
/** A module that adds to the core of browsers loads it from there. */
const core = (path) => ({
  name: 'core',
  setup: ({ onResolve }) => onResolve({ filter: /\/library\.js$/ }, () => ({ path, external: true })),
})
const node = { platform: 'node', plugins: [core('../browser/robe.js')] }
await bundle('src/pages/app/node.ts', `${NODE_MODULE}/robe.js`, node)
const element = { platform: 'browser', plugins: [core('./robe.js')] }
await bundle(`${ELEMENT}/robe-foals.ts`, `${MODULE}/robe-foals.js`, element, textsOf(ELEMENT))
typesFrom(`pages/app/browser/element/robe-foals.d.ts`, types)
mkdirSync(`${MODULE}/types`, { recursive: true })
for (const file of readdirSync(`${MODULE}/types`, { recursive: true }))
  if (file.endsWith('.d.ts') && !types.has(file)) rmSync(join(MODULE, 'types', file))
for (const [file, bytes] of types) write(join(MODULE, 'types', file), bytes)
