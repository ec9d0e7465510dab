/**
 * The sentinel of the whole test run: every secret that tests know of, and whether a text shows one.
 * Guarantees: any part of 16 characters counts, and so does a digest; what has the shape and checksum of a secret counts
 * though nobody knows it. A secret may be shown by the command that makes it and by a first start, on standard output.
 * Leaves to others: handing over whatever a server, a command or a client got to see.
 */
import { digestOf, hasKeyFormat } from '../../src/access/key.js'

const PART = 16
const WHOLE = /robe_(?:live|test)_[0-9A-Za-z]{36}/g
const RUNS = new RegExp(`\\w{${PART},}`, 'g')

const parts = new Set<string>()
const digests = new Set<string>()

function partsOf(text: string): readonly string[] {
  return Array.from({ length: text.length - PART + 1 }, (_, start) => text.slice(start, start + PART))
}

/** From now on no text may show it. */
export function remember(secret: string): void {
  for (const part of partsOf(secret)) parts.add(part)
  digests.add(digestOf(secret))
}

/** The runs of letters and digits that show a secret, or its digest. */
export function secretsIn(text: string): readonly string[] {
  const runs = text.match(RUNS) ?? []
  const shapes = (text.match(WHOLE) ?? []).filter(hasKeyFormat)
  return [
    ...runs.filter((run) => digests.has(run) || partsOf(run).some((part) => parts.has(part))),
    ...shapes,
  ]
}

/** What a process of Robe printed and must not: takes note of what it was to show. */
export function leaksOf(words: readonly string[], out: string, err: string): readonly string[] {
  const command = words.slice(0, 2).join(' ')
  const rightful =
    command === 'keys create' || command === 'keys rotate' ? out : (FIRST_START.exec(out)?.[0] ?? '')
  const made = new Set(rightful.match(WHOLE))
  // A secret that was known before is not made here.
  const old = [...made].filter((secret) => digests.has(digestOf(secret)))
  for (const secret of made) remember(secret)
  const rest = out.replace(rightful, '')
  // An export is there to carry digests over.
  const leaks = secretsIn(rest).filter((run) => command !== 'keys export' || !digests.has(run))
  return [...old, ...leaks, ...secretsIn(err)]
}

/** The one showing of a development key, with the call that tries it. */
const FIRST_START = /^\{.*"msg":"This first start made a development key.*$/m
