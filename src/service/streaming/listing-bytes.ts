/**
 * Serialises an answer with rows as JSON, in chunks.
 * Guarantees: the same bytes as JSON.stringify of the whole answer; rows are validated before their bytes are yielded; chunks are
 * computed on demand.
 */
import { FoalRowSource } from '../../operations/generate-child/rows.js'
import type { FoalRow } from '../../operations/generate-child/row.js'
import type { Listing } from '../../operations/operation.js'
import { foalBlocks } from './row-blocks.js'
import { encodeText, listBytes, type ChunkMemory, type RowBlock } from './row-bytes.js'
import { RowWriter } from './row-writer.js'

const FRAME = { before: encodeText(''), after: encodeText('') }
const NOTHING = encodeText('')
/** Estimated number of rows if it is unknown, for the size of the first chunk. */
const ESTIMATED_ROWS = 1_000

/**
 * @param assertValid throws for a body that violates the contract; called with the envelope and at least one of the rows
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
  return listBytes('{"results":[', blocks, after, isFoals ? source.count : ESTIMATED_ROWS, memory)
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
