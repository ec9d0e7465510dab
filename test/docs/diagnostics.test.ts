/**
 * Every diagnostic has a page whose example gives it and whose cure does away with it.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { DIAGNOSTIC_CODES, type DiagnosticCode } from '../../src/rules/diagnostic.js'
import { runExamples } from '../../src/workbench/examples/examples.js'
import { checkWith, PAGES, printed, readPages } from './diagnostic-page.js'

const pages = readPages()
const REFRESH = 'npm run docs rewrites what the pages show'

t.test('every code has its page, and no page is left over', async (t) => {
  t.strictSame(
    pages.map(({ file }) => path.basename(file, '.md')),
    [...DIAGNOSTIC_CODES].sort(),
  )
})

t.test('no diagnostic is found in the rule set that the pages change', async (t) => {
  const { opened, diagnostics } = await checkWith(t.testdir(), [], 'PARSE')
  t.equal(printed(diagnostics), '')
  t.strictSame(opened.ruleset && runExamples(opened.ruleset), [])
})

for (const page of pages) {
  t.test(`${page.title}: what is to be avoided gives it, what is preferred does not`, async (t) => {
    const code = page.title as DiagnosticCode
    t.equal(`${code}.md`, path.basename(page.file))
    t.strictSame(page.parts, ['Avoid', 'Prefer', 'Why'])
    t.match(page.markdown, /^## Why\n\n[^#\s]/m)

    const { diagnostics } = await checkWith(t.testdir({}), page.avoid, code)
    t.equal(page.shown.text, printed(diagnostics), REFRESH)
    t.strictSame(
      [...new Set(diagnostics.map((each) => `${each.severity} ${each.code}`))],
      [`${page.severity} ${code}`],
    )

    const better = await checkWith(path.join(t.testdirName, 'better'), page.prefer, code)
    t.equal(printed(better.diagnostics), '', 'nothing is wrong with what is preferred')
    t.strictSame(better.opened.ruleset && runExamples(better.opened.ruleset), [], 'and no example fails')
  })
}

t.test('the list names every code under its severity, with a link', async (t) => {
  const list = readFileSync(path.join(PAGES, 'README.md'), 'utf8')
  const listed = list.split(/^## /m).flatMap((part) => {
    const severity = /^(Error|Warning|Hint)s/.exec(part)?.[1]?.toLowerCase() ?? ''
    return [...part.matchAll(/^\| \[(\w+)\]\((\w+)\.md\) \|/gm)].map(
      ([, code = '', file = '']) => `${severity} ${code} ${file}`,
    )
  })
  t.strictSame([...listed].sort(), pages.map(({ severity, title }) => `${severity} ${title} ${title}`).sort())
})
