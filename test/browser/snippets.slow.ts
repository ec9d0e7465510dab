/**
 * Each call on the reference page, run as a reader runs it who pastes it, against a real server.
 * Leaves to others: the page around them (reference-page.test.ts).
 */
import { execFile, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import type { Json } from '../../src/common/json.js'
import { at, entriesAt, operationsOf } from '../../src/pages/reference/document-reading.js'
import { startRobe, storeWithKey } from '../process/robe.js'
import { readHtml } from './html-reading.js'

const run = promisify(execFile)

/** What runs a language: the words before the code, which PHP wants in a file. */
const RUNNERS = {
  curl: ['sh', '-c'],
  Form: ['sh', '-c'],
  JavaScript: [process.execPath, '--input-type=module', '-e'],
  Python: ['python3', '-c'],
  PHP: ['php'],
} as const
const NEEDED: Partial<Record<keyof typeof RUNNERS, string>> = {
  curl: 'curl',
  Form: 'curl',
  Python: 'python3',
  PHP: 'php',
}

const store = `sqlite:${join(t.testdir(), 'robe.db')}`
const key = await storeWithKey(store, 'standard')
const robe = await startRobe(t, { STORE: store })
const html = await (await fetch(`${robe.url}/docs`)).text()
const document = (await (await fetch(`${robe.url}/openapi.json`)).json()) as Json

interface Shown {
  readonly path: string
  readonly title: string
  readonly language: keyof typeof RUNNERS
  readonly code: string
}

/** All calls of the page. Attributes and text are decoded as a browser does it. */
const shown = [
  ...html.matchAll(/data-path="([^"]*)"|aria-label="([^"]*), (\w+)"><pre><code>([^<]*)</g),
].reduce<Shown[]>((found, [, path, title = '', language, code = '']) => {
  const last = path ?? found.at(-1)?.path ?? ''
  const call = {
    path: last,
    title: decoded(title),
    language: language as Shown['language'],
    code: decoded(code),
  }
  return [...found, call]
}, [])

function decoded(text: string): string {
  return readHtml(text).text
}

/** What the document says that the example with this title answers. */
function documentedAnswer(path: string, title: string): unknown {
  const operation = operationsOf(document).find((each) => each.path === path)?.operation
  const content = at(operation, 'requestBody', 'content', 'application/json')
  const [name] = entriesAt(content, 'examples').find(([, each]) => at(each, 'summary') === title) ?? []
  return name === undefined
    ? undefined
    : at(operation, 'responses', '200', 'content', 'application/json', 'examples', name, 'value')
}

for (const [language, words] of Object.entries(RUNNERS) as [Shown['language'], readonly string[]][]) {
  const needed = NEEDED[language]
  const isThere = needed === undefined || spawnSync(needed, ['--version']).status === 0
  const skip = isThere ? false : `needs ${needed}`
  t.test(
    `each call in ${language} gets the answer that is shown with it`,
    { skip, timeout: 100_000 },
    async (t) => {
      const calls = shown.filter((call) => call.language === language)
      t.ok(calls.length >= (language === 'Form' ? 5 : 7), `${calls.length} calls`)
      for (const { path, title, code } of calls) {
        const file = join(t.testdir(), 'call.php')
        writeFileSync(file, code)
        const [command = '', ...before] = words
        const { stdout } = await run(command, [...before, language === 'PHP' ? file : code], {
          env: { ...process.env, ROBE: robe.url, ROBE_KEY: key },
          maxBuffer: 2 ** 24,
        })
        if (path.endsWith('picture')) {
          t.match(stdout, /^<svg .*<\/svg>\s*$/s, title)
          continue
        }
        const answer = JSON.parse(stdout) as Json
        const documented = documentedAnswer(path, title)
        if (documented !== undefined) t.same(answer, documented, title)
        else t.match(answer, path.endsWith('genes') ? { genes: Array } : { authenticated: true }, path)
      }
    },
  )
}

t.test('whatever can be asked has its calls on the page', (t) => {
  // A batch has no example on the page.
  const all = operationsOf(document).map(({ path }) => path)
  const paths = new Set(all.filter((path) => path !== '/coats/batch'))
  t.same(new Set(shown.filter(({ code }) => code !== '').map(({ path }) => path)), paths)
  t.end()
})
