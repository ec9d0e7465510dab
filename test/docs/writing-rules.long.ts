/**
 * The tutorial, done as its reader does it: every edit is made, every command run, every output compared.
 */
import { readFileSync } from 'node:fs'
import t from 'tap'
import { ROOT } from '../phenotypes/shipped.js'
import { isAsShown, walkThrough } from './walkthrough.js'

t.setTimeout(1_200_000)
const page = readFileSync(new URL('docs/writing-rules.md', ROOT), 'utf8')
const walk = await walkThrough(t.testdir({}), page)

t.test('every command prints what the page shows (npm run docs brings its numbers up to date)', async (t) => {
  for (const each of walk.ran) {
    if (isAsShown(each)) t.pass(each.command)
    else t.equal(each.printed, each.shown, `${each.heading}: ${each.command}`)
  }
})

t.test(
  'in each part the author checks, tests, explains, covers, compares, versions and writes down',
  async (t) => {
    const parts = [
      'Adding an allele',
      'Adding a third allele',
      'Adding a locus',
      'Adding a locus on the X chromosome',
      'Adding a language',
      'Correcting a name',
    ]
    for (const part of parts) {
      const commands = walk.ran.filter(({ heading }) => heading === part).map(({ command }) => command)
      for (const name of ['check', 'test', 'explain', 'coverage', 'diff'])
        t.ok(
          commands.some((command) => command.startsWith(`robe rules ${name}`)),
          `${part}: ${name}`,
        )
      const text = page.split(/^## /m).find((section) => section.startsWith(`${part}\n`)) ?? ''
      t.match(text, '# in rules/manifest.yaml, instead of "version:"', part)
      t.match(text, '<!-- in rules/CHANGELOG.md,', part)
      const [last] = walk.ran
        .filter(({ heading, command }) => heading === part && command.includes('--against'))
        .slice(-1)
      t.equal(last?.code, 0, `${part}: in the end the version says enough`)
    }
    t.ok(walk.edits > 30)
  },
)
