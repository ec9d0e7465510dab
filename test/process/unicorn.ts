/**
 * The invented animal's rule set, ready to be served.
 */
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'
import { ROOT, type Settings } from './robe.js'

export const UNICORN = JSON.stringify({ base: { horn: ['S', 's'], mane: ['M', 'm'] } })

/** Copies the rule set into the test's folder, where it may be broken. @returns settings that serve it */
export function unicornSettings(
  t: Test,
): Settings & { readonly RULES_DIR: string; readonly LOCALES_DIR: string } {
  const folder = t.testdir()
  cpSync(join(ROOT, 'test/fixtures/unicorn'), folder, { recursive: true })
  return { RULES_DIR: join(folder, 'rules'), LOCALES_DIR: join(folder, 'locales') }
}
