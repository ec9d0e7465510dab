/**
 * A step of the build: what runs in browsers, each as one file that needs no package where it is served. The script of the
 * page with its texts, and how it looks, in build/src/web/page/bundle/; the core as a module of its own in build/browser/.
 * Guarantees: what would need Node is no bundle: the build fails.
 * Leaves to others: the module's types (tsc), and the model that it opens (src/prebuild.ts).
 */
import { readdirSync, readFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { build } from 'esbuild'
import { parse } from 'yaml'

const PAGE = 'build/src/web/page/bundle'
const MODULE = 'build/browser'
const TEXTS = 'src/web/page/texts'

const texts = Object.fromEntries(
  readdirSync(TEXTS)
    .sort()
    .map((file) => [file.replace(/\.yaml$/, ''), parse(readFileSync(`${TEXTS}/${file}`, 'utf8'))]),
)

/** The texts of the page as a module. */
const textsModule = {
  name: 'texts',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^robe:texts$/ }, () => ({ path: 'texts', namespace: 'robe' }))
    onLoad({ filter: /.*/, namespace: 'robe' }, () => ({
      contents: `export const TEXTS = ${JSON.stringify(texts)}`,
    }))
  },
}

const common = {
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  legalComments: 'none',
  logLevel: 'warning',
}

mkdirSync(PAGE, { recursive: true })
await Promise.all([
  build({
    ...common,
    entryPoints: ['src/web/page/browser/main.ts'],
    outfile: `${PAGE}/page.js`,
    plugins: [textsModule],
  }),
  build({ ...common, entryPoints: ['src/web/page/style/page.css'], outfile: `${PAGE}/page.css` }),
  build({ ...common, entryPoints: ['src/web/page/library.ts'], outfile: `${MODULE}/robe.js` }),
])
writeFileSync(`${PAGE}/texts.json`, JSON.stringify(texts))
