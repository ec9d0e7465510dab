/**
 * The HTML of the page before its script fills it, in each language, with a message for readers without JavaScript.
 * Guarantees: no inline scripts or styles, no external resources.
 */
import { markup } from '../reference/markup.js'
import type { Words } from './texts.js'

export interface ShellParts {
  readonly words: Words
  /** Files that the page loads, relative to its own address. */
  readonly files: {
    readonly script: string
    readonly style: string
    readonly icon: string
    readonly model: string
  }
}

export function renderShell({ words: { say, language }, files }: ShellParts): string {
  return markup`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<title>${say('title')}</title>
<meta name="description" content="${say('description')}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${files.icon}" type="image/svg+xml">
<link rel="stylesheet" href="${files.style}">
<link rel="preload" as="fetch" crossorigin="anonymous" href="${files.model}" id="model">
<script type="module" src="${files.script}"></script>
</head>
<body>
<a class="skip" href="#genes">${say('skip')}</a>
<header>
<h1><a href="#">Robe</a></h1>
<div class="beside"></div>
</header>
<main>
<p class="quiet loading">${say('loading')}</p>
<noscript><p class="banner">${say('needsScript')} <a href="docs">${say('documentation')}</a></p></noscript>
</main>
<footer></footer>
</body>
</html>
`.markup
}
