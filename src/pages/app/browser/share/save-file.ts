/** Offers something that the page has made as a file to save. */
import { link } from '../dom.js'

/** Characters that some systems refuse in the name of a file. */
const REFUSED = /[/\\:*?"<>|\p{Cc}]+/gu

export function saveFile(name: string, content: Blob): void {
  const href = URL.createObjectURL(content)
  link({ href, download: name.replaceAll(REFUSED, ' ').trim() }).click()
  setTimeout(() => URL.revokeObjectURL(href))
}
