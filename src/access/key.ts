/**
 * The secret of an API key: generation, format check and digest.
 * Guarantees: 178 unbiased random bits; stores receive only the digest.
 *
 * Format: `robe_live_` or `robe_test_`, 30 random base62 characters, then 6 base62 characters of CRC-32 over everything before.
 */
import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { KeyLabel } from './ports.js'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const RANDOM_LENGTH = 30
const CHECKSUM_LENGTH = 6
const SHAPE = /^robe_(?:live|test)_[0-9A-Za-z]{36}$/

/** Generates a secret. Show it once and store only `digestOf` it. */
export function generateKey(label: KeyLabel): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length)))
  const body = `robe_${label}_${random.join('')}`
  return body + checksum(body)
}

/** Whether the text has the format and checksum of a key, which avoids looking up typing mistakes in the store. */
export function hasKeyFormat(text: string): boolean {
  if (!SHAPE.test(text)) return false
  const body = text.slice(0, -CHECKSUM_LENGTH)
  return text.slice(-CHECKSUM_LENGTH) === checksum(body)
}

/** SHA-256 of the secret in hexadecimal, as stored. The secret is random, so no salt is needed. */
export function digestOf(text: string): string {
  return hash('sha256', text, 'hex')
}

function checksum(body: string): string {
  let rest = crc32(body)
  let digits = ''
  for (let place = 0; place < CHECKSUM_LENGTH; place++) {
    digits = ALPHABET.charAt(rest % ALPHABET.length) + digits
    rest = Math.floor(rest / ALPHABET.length)
  }
  return digits
}
