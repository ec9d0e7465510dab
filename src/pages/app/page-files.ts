/**
 * The public files of the page at `/`: one page per language of the rules, script and style from the build, and the model of the
 * served rules. service/http/front.ts chooses the language.
 * Guarantees: a change of rules changes the name of the model file and the pages that refer to it.
 */
import { readFileSync } from 'node:fs'
import type { PublicPage } from '../public-page.js'
import { writeModelText, type AnsweringRules } from './model-text.js'
import { renderShell } from './shell.js'
import { wordsIn, type TextsByLanguage } from './texts.js'

const BUNDLE = new URL('bundle/', import.meta.url)

/** Paths of the page and of the files it loads. */
const FRONT = '/'
const FOLDER = 'page'

const TYPES = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
}

export function pageFiles(rules: AnsweringRules): readonly PublicPage[] {
  const texts = JSON.parse(bundled('texts.json')) as TextsByLanguage
  const files = {
    script: `${FOLDER}/page.js`,
    style: `${FOLDER}/page.css`,
    icon: `${FOLDER}/icon.svg`,
    model: `${FOLDER}/model-${rules.model.revision.slice(0, 12)}.json`,
  }
  const file = (path: string, type: keyof typeof TYPES, text: string) =>
    ({
      path: `/${path}`,
      type: TYPES[type],
      bytes: new TextEncoder().encode(text),
      isPlayground: true,
    }) as const
  const shells = [...rules.lexicons.keys()].map((language) => ({
    ...file('', 'html', renderShell({ words: wordsIn(texts, language), files })),
    path: FRONT,
    language,
  }))
  return [
    ...shells,
    file(files.script, 'js', bundled('page.js')),
    file(files.style, 'css', bundled('page.css')),
    file(files.icon, 'svg', ICON),
    file(files.model, 'json', writeModelText(rules)),
  ]
}

/** Throws Error if the build has not created the file. */
function bundled(name: string): string {
  return readFileSync(new URL(name, BUNDLE), 'utf8')
}

/** A horseshoe. */
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M9 27C5 20 3 4 16 4s11 16 7 23" fill="none" stroke="#8a3d12" stroke-width="5" stroke-linecap="round"/></svg>
`
