/**
 * The audit in Redis: a list that only grows.
 * Guarantees: what is read is what was written, oldest first.
 * Leaves to others: lines that belong to a change of a key, which are written with it (keys.ts).
 */
import type { Audit, Clock } from '../../access/ports.js'
import { auditLine } from '../audit-line.js'
import type { Link } from './link.js'
import { NAMES } from './names.js'
import { textsIn } from './scripts.js'

export function createAudit(link: Link, clock: Clock): Audit {
  return {
    async record(event) {
      await link.patient.send(['RPUSH', NAMES.audit, auditLine(event, clock.now())])
    },
    async lines() {
      return textsIn(await link.patient.send(['LRANGE', NAMES.audit, '0', '-1'])).map((line) => line ?? '')
    },
  }
}
