/** `npm run docs`: writes into the pages what their blocks really give. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { DiagnosticCode } from '../../src/rules/diagnostic.js'
import { withTexts } from './blocks.js'
import { checkWith, printed, readPages } from './diagnostic-page.js'

for (const { file, markdown, title, shown, avoid } of readPages()) {
  const folder = mkdtempSync(path.join(tmpdir(), 'robe-docs-'))
  try {
    const { diagnostics } = await checkWith(folder, avoid, title as DiagnosticCode)
    writeFileSync(file, withTexts(markdown, new Map([[shown, printed(diagnostics)]])))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
