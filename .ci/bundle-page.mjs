/**
 * A step of the build: what runs in browsers, each as one file that needs no package where it is served. The script of the
 * page with its texts, and how it looks, in build/src/web/page/bundle/; the core as a module of its own, with its types, in
 * build/browser/.
 * Guarantees: what would need Node is no bundle: the build fails. A file that would not change is not written, since others may be
 * reading it.
 * Leaves to others: the model that the module opens (src/prebuild.ts).
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'
import { parse } from 'yaml'

const PAGE = 'build/src/web/page/bundle'
const MODULE = 'build/browser'
const TEXTS = 'src/web/page/texts'
/** What tsc has written of all that browsers run (src/web/page/browser/tsconfig.json). */
const ALL_TYPES = 'build/browser-types/src'

const texts = Object.fromEntries(
  readdirSync(TEXTS)
    .sort()
    .map((file) => [file.replace(/\.yaml$/, ''), parse(readFileSync(join(TEXTS, file), 'utf8'))]),
)

function write(path, bytes) {
  if (existsSync(path) && readFileSync(path).equals(bytes)) return
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, bytes)
}

async function bundle(entry, path) {
  const { outputFiles } = await build({
    entryPoints: [entry],
    outfile: path,
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'warning',
    define: { TEXTS: JSON.stringify(texts) },
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

await bundle('src/web/page/browser/main.ts', `${PAGE}/page.js`)
await bundle('src/web/page/style/page.css', `${PAGE}/page.css`)
write(`${PAGE}/texts.json`, Buffer.from(JSON.stringify(texts)))

await bundle('src/web/page/library.ts', `${MODULE}/robe.js`)
const types = typesFrom('web/page/library.d.ts')
mkdirSync(`${MODULE}/types`, { recursive: true })
for (const file of readdirSync(`${MODULE}/types`, { recursive: true }))
  if (file.endsWith('.d.ts') && !types.has(file)) rmSync(join(MODULE, 'types', file))
for (const [file, bytes] of types) write(join(MODULE, 'types', file), bytes)
