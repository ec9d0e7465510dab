/**
 * The rows of a large offspring answer as bytes of JSON, put together from fragments that are rendered once.
 * Guarantees: the bytes that JSON.stringify would write of the same rows; each fragment stood in a row that was
 * checked as a whole before any byte of it is given away.
 * Leaves to others: which rows there are (offspring.ts), when they are sent (http/row-stream.ts).
 */
import { genotypeOfChoice, type FoalGroup } from '../model/zygotes.js'
import type { ShownGene } from './show.js'

/** Makes bytes of a text. To be called for each new fragment, and only then. */
export type Render = (text: string) => Uint8Array

/** The fragments of one row, in order. */
export type FragmentsOf<Row> = (row: Row) => readonly Uint8Array[]

const CHUNK_BYTES = 64 * 1024
/** Neighbouring genes are rendered together as long as their combinations stay below this. */
const MOST_COMBINATIONS = 256

/**
 * Rows separated by commas, in chunks of about 64 KiB; each chunk is the receiver's to keep.
 * @param fragmentsOf told once how to render; its array may be reused
 * @param check called with every row that holds a fragment not seen before; throws when it breaks the contract
 */
export function* renderRows<Row>(
  rows: Iterable<Row>,
  fragmentsOf: (render: Render) => FragmentsOf<Row>,
  check: (row: Row) => void,
): Generator<Uint8Array> {
  let isNew = false
  const of = fragmentsOf((text) => {
    isNew = true
    return Buffer.from(text)
  })
  let chunk = Buffer.allocUnsafe(CHUNK_BYTES)
  let length = 0
  let comma = 0
  for (const row of rows) {
    isNew = false
    const fragments = of(row)
    if (isNew) check(row)
    let needed = comma
    for (const fragment of fragments) needed += fragment.length
    if (length + needed > chunk.length) {
      if (length > 0) yield chunk.subarray(0, length)
      chunk = Buffer.allocUnsafe(Math.max(CHUNK_BYTES, needed))
      length = 0
    }
    if (comma === 1) chunk[length++] = COMMA
    comma = 1
    for (const fragment of fragments) {
      chunk.set(fragment, length)
      length += fragment.length
    }
  }
  if (length > 0) yield chunk.subarray(0, length)
}

const COMMA = 0x2c

/** Fragments of neighbouring genes, `"agouti":["A","a"],"extension":…`, for the outcome chosen in each group. */
export function geneFragments(
  genes: readonly ShownGene[],
  groups: readonly FoalGroup[],
  render: Render,
): readonly ((choice: ArrayLike<number>) => Uint8Array)[] {
  return runsOf(genes, groups).map(({ genes: own, groups: needed }, i) => {
    const strides = needed.map((_, at) => sizeOf(needed.slice(0, at), groups))
    const rendered: (Uint8Array | undefined)[] = []
    return (choice) => {
      let place = 0
      for (let at = 0; at < needed.length; at++) place += (choice[needed[at] ?? 0] ?? 0) * (strides[at] ?? 0)
      return (rendered[place] ??= render(`${i === 0 ? '' : ','}${textOf(own, needed, groups, choice)}`))
    }
  })
}

/** Genes that stand side by side in the answer, and the groups that they depend on. */
interface Run {
  readonly genes: readonly ShownGene[]
  readonly groups: readonly number[]
}

function runsOf(genes: readonly ShownGene[], groups: readonly FoalGroup[]): readonly Run[] {
  const groupOf = (locus: number): number =>
    groups.findIndex(({ group }) => group.loci.some((each) => each.index === locus))
  return genes.reduce<readonly Run[]>((runs, gene) => {
    const own = gene.loci.map(groupOf)
    const last = runs.at(-1)
    const together = [...new Set([...(last?.groups ?? []), ...own])]
    if (last === undefined || sizeOf(together, groups) > MOST_COMBINATIONS)
      return [...runs, { genes: [gene], groups: [...new Set(own)] }]
    return [...runs.slice(0, -1), { genes: [...last.genes, gene], groups: together }]
  }, [])
}

function sizeOf(needed: readonly number[], groups: readonly FoalGroup[]): number {
  return needed.reduce((product, g) => product * (groups[g]?.outcomes.length ?? 1), 1)
}

function textOf(
  genes: readonly ShownGene[],
  needed: readonly number[],
  groups: readonly FoalGroup[],
  choice: ArrayLike<number>,
): string {
  const genotype = genotypeOfChoice(groups, choice, needed)
  return genes
    .map(({ key, allelesOf }) => `${JSON.stringify(key)}:${JSON.stringify(allelesOf(genotype))}`)
    .join(',')
}
