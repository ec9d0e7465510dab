/** `npm run docs`: writes into the pages what their blocks really give. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { DiagnosticCode } from '../../src/rules/diagnostic.js'
import { withTexts } from './blocks.js'
import { ROOT } from '../phenotypes/shipped.js'
import { checkWith, printed, readPages } from './diagnostic-page.js'
import { walkThrough } from './walkthrough.js'

async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(path.join(tmpdir(), 'robe-docs-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

for (const { file, markdown, title, shown, avoid } of readPages()) {
  const { diagnostics } = await inFolder((folder) => checkWith(folder, avoid, title as DiagnosticCode))
  writeFileSync(file, withTexts(markdown, new Map([[shown, printed(diagnostics)]])))
}

const tutorial = new URL('docs/writing-rules.md', ROOT)
const page = readFileSync(tutorial, 'utf8')
writeFileSync(tutorial, (await inFolder((folder) => walkThrough(folder, page))).refreshed)
