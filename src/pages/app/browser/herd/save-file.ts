/** Saves a text as a file of the reader. */
import { link } from '../dom.js'

export function saveFile(name: string, type: string, text: string): void {
  const href = URL.createObjectURL(new Blob([text], { type }))
  link({ href, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(href))
}
