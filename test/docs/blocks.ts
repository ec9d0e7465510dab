/**
 * Fenced blocks of a Markdown page, and the page with some of them rewritten.
 * Guarantees: a block's text is what stands between its fences; rewriting touches nothing else.
 */

export interface Block {
  /** The word after the opening fence, such as `yaml`. */
  readonly kind: string
  /** The last heading of a part (# or ##) above it; '' before the first. */
  readonly heading: string
  /** With a line break at its end. */
  readonly text: string
  /** Where the text begins in the page. */
  readonly at: number
}

export function blocksOf(page: string): readonly Block[] {
  const blocks: Block[] = []
  let heading = ''
  for (const found of page.matchAll(/^##? (?<title>.*)$|^```(?<kind>\w+)\n(?<text>[^]*?)^```$/gm)) {
    const { title, kind = '', text = '' } = found.groups ?? {}
    if (title !== undefined) heading = title
    else blocks.push({ kind, heading, text, at: found.index + '```'.length + kind.length + 1 })
  }
  return blocks
}

/** @param texts new texts, each with a line break at its end, by the block they replace */
export function withTexts(page: string, texts: ReadonlyMap<Block, string>): string {
  return [...texts]
    .sort(([a], [b]) => b.at - a.at)
    .reduce((written, [{ at, text }, replacement]) => {
      return written.slice(0, at) + replacement + written.slice(at + text.length)
    }, page)
}
