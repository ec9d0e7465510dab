/**
 * `robe keys rotate`: a new secret, shown once, while the old one still works for a while.
 */
import { Option, type Command } from 'commander'
import { utcText } from '../../access/api-info.js'
import { systemClock } from '../../access/clock.js'
import type { KeyRecord, Store } from '../../access/ports.js'
import { MOST_SECRETS, rotateKey } from '../../access/keys/rotate.js'
import { readId } from './key-options.js'
import { keyJsonOf, secretText } from './key-text.js'
import { readSpan } from '../moment-options.js'
import {
  actor,
  Complaint,
  jsonText,
  onStore,
  revokedKey,
  unknownKey,
  type Json,
  type OpenForCommand,
  type Subcommand,
} from '../store-io.js'

interface RotateOptions extends Json {
  readonly overlap: number
}

export function registerRotate(subcommand: Subcommand, open: OpenForCommand): void {
  subcommand('rotate', 'give a key a new secret, shown once; the old one works on for the overlap')
    .argument('<id>', 'the number of the key', readId)
    .addOption(
      new Option('--overlap <span>', 'how long, such as 30m, 24h or 7d; 0: not at all')
        .argParser(readSpan)
        .default(readSpan('24h'), '24h'),
    )
    .action((id: number, options: RotateOptions, command: Command) =>
      onStore({ command, open }, (store) => rotate(store, id, options)),
    )
}

async function rotate(store: Store, id: number, options: RotateOptions): Promise<string> {
  const rotation = await rotateKey(store, id, options.overlap, actor(), systemClock())
  if (!('record' in rotation)) throw complaintOf(id, rotation.outcome)
  const { record, secret } = rotation
  if (options.json) {
    const { key_id, ...rest } = await keyJsonOf(store, record)
    return jsonText({ key_id, key: secret, ...rest })
  }
  const shown = secretText(`Key ${id} "${record.name}" (${record.plan}) has a new secret`, secret)
  return [shown, '', ...oldSecretLines(record)].join('\n')
}

function complaintOf(id: number, outcome: 'unknown' | 'revoked' | 'crowded'): Complaint {
  if (outcome === 'unknown') return unknownKey(id)
  if (outcome === 'revoked') return revokedKey(id)
  return new Complaint(
    `key ${id} has ${MOST_SECRETS} secrets that still work: wait for an old one to end, or use --overlap 0`,
  )
}

function oldSecretLines({ secrets }: KeyRecord): readonly string[] {
  const ends = secrets.map(({ expiresAt }) => expiresAt).filter((end) => end !== null)
  if (ends.length === 0) return ['No other secret of this key works any more.']
  return ends.map((end) => `An old secret works until ${utcText(end)} UTC.`)
}
