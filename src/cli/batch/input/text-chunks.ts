/**
 * The bytes of a file or pipe as text, in chunks of whole lines that end with \n.
 * Guarantees: constant memory; what has arrived is handed on at once; a line's text depends on its own bytes alone, so that chunks do
 * not change it. Reads UTF-8, UTF-16 with a byte order mark, and Windows-1252 where a line is not UTF-8.
 */
import { Refusal } from '../../report.js'

/** A longer line is no line of a table. */
const MAX_LINE_BYTES = 1024 * 1024

const [NEWLINE, RETURN] = [0x0a, 0x0d]
const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const WINDOWS_1252 = new TextDecoder('windows-1252')

/** Throws Refusal for a line without end. */
export async function* textChunks(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of asUtf8(bytes)) {
    const all: Buffer = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const end = endOfLines(all)
    if (end > 0) yield textOf(all.subarray(0, end))
    rest = all.subarray(end)
    if (rest.length > MAX_LINE_BYTES)
      throw new Refusal(`error: a line is longer than ${MAX_LINE_BYTES} bytes: is this a text file?`)
  }
  if (rest.length > 0) yield `${textOf(rest).replace(/\n$/, '')}\n`
}

/** Where the last whole line ends; 0 if there is none. */
function endOfLines(bytes: Buffer): number {
  const newline = bytes.lastIndexOf(NEWLINE)
  if (newline >= 0) return newline + 1
  // Files of old spreadsheets end lines with \r alone. The last one may be half of \r\n.
  return bytes.lastIndexOf(RETURN, bytes.length - 2) + 1
}

function textOf(bytes: Buffer): string {
  const text = decoded(bytes) ?? linesOf(bytes).map(decodedLine).join('')
  return text.includes('\r') ? text.replaceAll('\r\n', '\n').replaceAll('\r', '\n') : text
}

function decoded(bytes: Buffer): string | undefined {
  try {
    return UTF_8.decode(bytes)
  } catch {
    return undefined
  }
}

function decodedLine(bytes: Buffer): string {
  return decoded(bytes) ?? WINDOWS_1252.decode(bytes)
}

function linesOf(bytes: Buffer): readonly Buffer[] {
  const lines: Buffer[] = []
  for (let start = 0; start < bytes.length;) {
    const newline = bytes.indexOf(NEWLINE, start)
    const end = newline < 0 ? bytes.length : newline + 1
    lines.push(bytes.subarray(start, end))
    start = end
  }
  return lines
}

const MARKS = [
  { encoding: 'utf-8', mark: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', mark: [0xff, 0xfe] },
  { encoding: 'utf-16be', mark: [0xfe, 0xff] },
] as const

/** Without a byte order mark, and as UTF-8 where the mark names another encoding. */
async function* asUtf8(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head: Buffer | undefined = Buffer.alloc(0)
  let decoder: InstanceType<typeof TextDecoder> | undefined
  for await (const chunk of bytes) {
    let next: Buffer = chunk
    if (head !== undefined) {
      head = Buffer.concat([head, chunk])
      if (head.length < 3 && head.every((byte) => byte > 0x7f)) continue
      const found = MARKS.find(({ mark }) => mark.every((byte, i) => head?.[i] === byte))
      next = head.subarray(found?.mark.length ?? 0)
      if (found !== undefined && found.encoding !== 'utf-8') decoder = new TextDecoder(found.encoding)
      head = undefined
    }
    yield decoder === undefined ? next : Buffer.from(decoder.decode(next, { stream: true }))
  }
  if (head !== undefined && head.length > 0) yield head
}
