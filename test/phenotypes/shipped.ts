/**
 * The rule set of this repository, opened for a test.
 * Guarantees: a rule book, or an error that shows every diagnostic.
 */
import { fileURLToPath } from 'node:url'
import { openRuleBook } from '../../src/coats/open.js'
import type { RuleBook } from '../../src/coats/rule-book.js'
import { formatDiagnostic } from '../../src/rules/diagnostic.js'
import type { Given } from '../../src/rules/tables.js'

/** The repository's root, seen from build/test/phenotypes. */
export const ROOT = new URL('../../../', import.meta.url)

/** Opens the rules and locales of a folder that holds both; the repository's own by default. */
export async function openBook(folder: URL = ROOT): Promise<RuleBook> {
  const rulesDir = fileURLToPath(new URL('rules', folder))
  const localesDir = fileURLToPath(new URL('locales', folder))
  const { book, diagnostics } = await openRuleBook({ rulesDir, localesDir, maxResults: 50_000 })
  if (book === undefined) throw new Error(`no rule book:\n${diagnostics.map(formatDiagnostic).join('\n')}`)
  return book
}

/** A flat genotype split into the request's two groups, each gene where its locus belongs. */
export function inGroups(book: RuleBook, given: Given): { base: Given; others: Given } {
  const base: Record<string, readonly string[]> = {}
  const others: Record<string, readonly string[]> = {}
  for (const [gene, alleles] of Object.entries(given)) {
    const locus = book.model.loci.find(({ key }) => key === gene)
    if (locus?.group === 'base') base[gene] = alleles
    else others[gene] = alleles
  }
  return { base, others }
}

/** `agouti=A/a kit=DW1,DW21`, for messages. */
export function inWords(given: Given): string {
  return Object.entries(given)
    .map(([gene, alleles]) => `${gene}=${alleles.join('/')}`)
    .join(' ')
}
