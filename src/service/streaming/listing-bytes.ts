/**
 * The JSON of an answer with rows, in chunks.
 * Guarantees: the bytes that JSON.stringify would write of the whole answer; rows are checked before their bytes are given
 * away; no more is made than is taken.
 */
import { FoalRowSource } from '../../operations/generate-child/rows.js'
import type { FoalRow } from '../../operations/generate-child/row.js'
import type { Listing } from '../../operations/operation.js'
import { foalBlocks } from './row-blocks.js'
import { encodeText, listBytes, type ChunkMemory, type RowBlock } from './row-bytes.js'
import { RowWriter } from './row-writer.js'

const FRAME = { before: encodeText(''), after: encodeText('') }
const NOTHING = encodeText('')
/** Of an answer whose rows are not counted, for the size of its first chunk. */
const SOME_ROWS = 1_000

/**
 * @param assertValid throws for a body that breaks the contract; called with the envelope and one or more of the rows
 * @param memory allocates chunks
 */
export function listingBytes(
  { envelope, rows, source }: Listing,
  assertValid: (body: object) => void,
  memory?: ChunkMemory,
): Generator<Uint8Array> {
  const check = (some: readonly unknown[]): void => assertValid({ results: some, ...envelope })
  const inner = JSON.stringify(envelope).slice(1)
  const after = inner === '}' ? ']}' : `],${inner}`
  const isFoals = source instanceof FoalRowSource
  const blocks = isFoals ? blocksOfFoals(source, check) : blocksOf(rows, check)
  return listBytes('{"results":[', blocks, after, isFoals ? source.count : SOME_ROWS, memory)
}

function blocksOfFoals(
  { wanted, count, made }: FoalRowSource,
  check: (rows: readonly unknown[]) => void,
): Iterable<RowBlock> {
  const writer = new RowWriter(wanted, check)
  if (made.kind === 'genotypes') return foalBlocks(wanted, writer, made.coats, made.rowOf, count)
  return coatBlocks(writer, wanted.show, made.list())
}

function* coatBlocks(
  writer: RowWriter,
  show: FoalRowSource['wanted']['show'],
  rows: Iterable<FoalRow>,
): Generator<RowBlock> {
  for (const row of rows) {
    const { coat, weights, genotypes, sex } = row
    const genotype = row.genotype()
    const genes = show.map((gene) => writer.gene(gene, genotype)).join(',')
    const frames = [writer.frame(coat)]
    const text = writer.percentage(weights) + genes + writer.end(sex, genotypes)
    const start = writer.checked(encodeText(text), () => row)
    yield { count: 1, frames, starts: [start], startOf: [0], genes: [NOTHING] }
  }
}

function* blocksOf(rows: Iterable<unknown>, check: (rows: readonly unknown[]) => void): Generator<RowBlock> {
  for (const row of rows) {
    check([row])
    yield {
      count: 1,
      frames: [FRAME],
      starts: [encodeText(JSON.stringify(row))],
      startOf: [0],
      genes: [NOTHING],
    }
  }
}
