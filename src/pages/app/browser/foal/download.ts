/** Saves the coats of a cross as a file for spreadsheets. */
import { csvOf, type FoalRow } from '../../form/foals.js'
import { link } from '../dom.js'
import type { Page } from '../page.js'

export function download({ words }: Page, rows: readonly FoalRow[]): void {
  const headings = ['coat', 'share', 'lowShare', 'highShare', 'base', 'chances', 'genotype', 'count']
  // The byte-order mark tells spreadsheets that it is UTF-8.
  const text = `\uFEFF${csvOf(
    rows,
    headings.map((name) => words.say(name)),
  )}`
  const href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }))
  link({ href, download: 'robe.csv' }).click()
  setTimeout(() => URL.revokeObjectURL(href))
}
