/**
 * What every peer shares with Robe, so that only framework, decoding, validation and serialisation differ: rules,
 * contract checks, keys, limits, usage, headers, access log and metrics.
 * Guarantees: Robe's own modules, with the store in memory, which is a little less work than Robe's store file.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { identify, limiterOf } from '../../src/access/admit.js'
import { systemClock } from '../../src/access/clock.js'
import { createKey } from '../../src/access/keys/issue.js'
import { limitsOf } from '../../src/access/plan.js'
import type { Store } from '../../src/access/ports.js'
import { rateHeaders } from '../../src/access/rate-headers.js'
import { type Coats, coatsOf } from '../../test/support/coats.js'
import { fillSlots } from '../../src/service/http/contract/slots.js'
import { writeChecks } from '../../src/service/http/contract/validators.js'
import {
  bindContract,
  type Contract,
  type ContractOperation,
} from '../../src/service/http/contract/contract.js'
import { readContractText } from '../../src/service/http/contract/contract-file.js'
import { documentOf } from '../../src/service/http/contract/document.js'
import { createAccessLog, createLog } from '../../src/service/http/log/access-log.js'
import { createRefusalLog } from '../../src/service/http/log/refusal-log.js'
import { Metrics } from '../../src/service/admin/metrics.js'
import { openStore } from '../../src/stores/open.js'
import { LIMITS } from '../../test/support/children.js'
import { openRules } from '../genetics/rulesets.js'

export const RESULT = '/coats/result'
export const CHILD = '/coats/generateChild'

export interface SharedParts {
  readonly coats: Coats
  readonly contract: Contract
  readonly operation: (path: string) => ContractOperation
  readonly store: Store
  /** A key that is accepted. */
  readonly secret: string
  /** Starts the access log entry, which is written and counted when the response ends. */
  readonly beginVisit: ReturnType<typeof createAccessLog>
}

export async function openParts(): Promise<SharedParts> {
  const ruleset = await openRules()
  const coats = coatsOf(ruleset)
  const document = fillSlots(documentOf(readContractText()), ruleset)
  const contract = bindContract(document, writeChecks(document))
  const store = await openStore('memory:', { purpose: 'server' })
  const wanted = { name: 'bench', plan: 'premium', limits: LIMITS, actor: 'bench' } as const
  const { secret } = await createKey(store, wanted, systemClock())
  const log = createLog(process.env['LOG_LEVEL'] ?? 'info')
  return {
    coats,
    contract,
    operation: (path) => {
      const found = contract.operations.find((each) => each.path === path)
      if (found === undefined) throw new Error(`no ${path} in the contract`)
      return found
    },
    store,
    secret,
    beginVisit: createAccessLog(
      log,
      coats.rulesetVersion,
      new Metrics().observe,
      createRefusalLog(log, undefined),
    ),
  }
}

export type Admitted =
  | { readonly ok: true; readonly headers: Readonly<Record<string, string>> }
  | { readonly ok: false; readonly status: number; readonly message: string }

const clock = systemClock()

/** Key check, three limits and the headers that follow from them, as in Robe's pipeline. */
export async function admit(
  parts: SharedParts,
  request: IncomingMessage,
  response: ServerResponse,
  endpoint: string,
): Promise<Admitted> {
  const visit = parts.beginVisit(request.url ?? '', request, response)
  const header = request.headers['x-api-key']
  const doors = { keys: parts.store.keys, clock }
  const identity = await identify(doors, header, endpoint, request.socket.remoteAddress)
  if (!identity.ok) return { ok: false, status: 401, message: identity.message }
  const limits = limitsOf(identity.key)
  const charge = await parts.store.counters.charge(identity.key.id, limits)
  if (!charge.allowed) return { ok: false, status: 429, message: 'used up' }
  visit.facts = { keyId: identity.key.id, charged: 1, limiter: limiterOf(parts.store) }
  const headers = {
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-API-Version': parts.contract.version,
    'X-Ruleset-Version': parts.coats.rulesetVersion,
    'X-Request-Id': visit.requestId,
    ...rateHeaders(limits, charge),
  }
  return { ok: true, headers }
}

/** Parses the groups that a form sends as JSON text. */
export function parseGroups(fields: Record<string, unknown>): Record<string, unknown> {
  const parsed = { ...fields }
  for (const name of ['base', 'others', 'mother', 'father', 'kit_linkage']) {
    const value = parsed[name]
    if (typeof value === 'string') parsed[name] = JSON.parse(value)
  }
  return parsed
}
