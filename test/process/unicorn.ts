/**
 * The invented animal's rule set, ready to be served: a copy of the fixture with the sentences a server needs.
 */
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'
import { ROOT, type Settings } from './robe.js'

/** The fixture serves loaders, which want no sentences about declared phase; an answer may need them. */
const SENTENCES = [
  'linkage-not-carried',
  'linkage-homozygous',
  'linkage-single-locus',
  'linkage-contradicted',
  'linkage-no-effect',
]

/** Copies the rule set into the test's folder. @returns settings that serve it */
export function unicornSettings(
  t: Test,
): Settings & { readonly RULES_DIR: string; readonly LOCALES_DIR: string } {
  const folder = t.testdir()
  cpSync(join(ROOT, 'test/fixtures/unicorn'), folder, { recursive: true })
  for (const language of ['fr', 'en']) {
    const file = join(folder, 'locales', `${language}.yaml`)
    const text = readFileSync(file, 'utf8')
    const absent = SENTENCES.filter((code) => !text.includes(`${code}:`))
    const sentences = absent.map((code) => `\n  ${code}: "${code}: {alleles}"`).join('')
    writeFileSync(file, text.replace(/^notes:$/m, `notes:${sentences}`))
  }
  return { RULES_DIR: join(folder, 'rules'), LOCALES_DIR: join(folder, 'locales') }
}
