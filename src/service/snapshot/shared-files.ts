/**
 * The files that pages of other sites load: the core as a module, the element <robe-foals>, and the model beside them.
 * Guarantees: the scripts are read once per process; the model is that of the page, not a copy of it.
 */
import { readFileSync } from 'node:fs'
import type { PublicPage } from '../../pages/public-page.js'

/** Written by the build, and what the package exports. */
const MODULES = new URL('../../../browser/', import.meta.url)
const SCRIPTS = ['robe.js', 'robe-foals.js']

const SHARED = { isPlayground: true, isForOtherSites: true } as const

let scripts: readonly PublicPage[] | undefined

/** @param pages of a rule set, among them its model */
export function sharedFiles(pages: readonly PublicPage[]): readonly PublicPage[] {
  const model = pages.find(({ path }) => /^\/page\/model-\w+\.json$/.test(path))
  if (model === undefined) return []
  scripts ??= SCRIPTS.map((name) => ({
    path: `/page/${name}`,
    type: 'text/javascript; charset=utf-8',
    bytes: readFileSync(new URL(name, MODULES)),
    ...SHARED,
  }))
  return [...scripts, { ...model, path: '/page/model.json', ...SHARED }]
}
