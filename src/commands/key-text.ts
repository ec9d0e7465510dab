/**
 * How a key is shown on a terminal and as JSON.
 * Guarantees: the JSON fields are stable and in snake_case; times are UTC; no digest and no secret is shown,
 * but for the one that `createdText` is given.
 * Leaves to others: commands and their options (keys.ts).
 */
import { utcText } from '../access/api-info.js'
import { effectiveEndpoints } from '../access/endpoints.js'
import { limitsOf } from '../access/plan.js'
import type { KeyRecord, Limits, Usage } from '../access/ports.js'
import { WINDOWS } from '../access/window.js'

export interface KeyJson {
  readonly key_id: number
  readonly name: string
  readonly plan: string
  readonly status: string
  /** UTC, `YYYY-MM-DD HH:MM:SS`. */
  readonly created_at: string
  /** null: never used. */
  readonly last_used_at: string | null
  /** Requests per window, overrides included. */
  readonly limits: Limits
  readonly allowed_endpoints: readonly string[]
  /** Empty: any address. */
  readonly allowed_ips: readonly string[]
  /** Requests counted in the present windows. */
  readonly usage: Usage
}

export function keyJson(key: KeyRecord, usage: Usage): KeyJson {
  return {
    key_id: key.id,
    name: key.name,
    plan: key.plan,
    status: key.status,
    created_at: utcText(key.createdAt),
    last_used_at: key.lastUsedAt === null ? null : utcText(key.lastUsedAt),
    limits: limitsOf(key),
    allowed_endpoints: effectiveEndpoints(key.allowedEndpoints),
    allowed_ips: key.allowedIps,
    usage,
  }
}

/** One line a key, in aligned columns; each window as used/limit. */
export function keyTable(entries: readonly (readonly [KeyRecord, Usage])[]): string {
  if (entries.length === 0) return 'There are no keys yet.'
  const rows = entries.map(([key, usage]) => {
    const { key_id, name, plan, status, limits, last_used_at } = keyJson(key, usage)
    const counts = WINDOWS.map((window) => `${usage[window]}/${limits[window]}`)
    return [String(key_id), name, plan, status, ...counts, last_used_at ?? 'never']
  })
  return aligned([['ID', 'NAME', 'PLAN', 'STATUS', 'HOUR', 'DAY', 'MONTH', 'LAST USED (UTC)'], ...rows])
}

/** One line a field. */
export function keyText(key: KeyRecord, usage: Usage): string {
  const { key_id, name, plan, status, created_at, last_used_at, limits, allowed_endpoints, allowed_ips } =
    keyJson(key, usage)
  return aligned([
    ['key', String(key_id)],
    ['name', name],
    ['plan', plan],
    ['status', status],
    ['created', `${created_at} UTC`],
    ['last used', last_used_at === null ? 'never' : `${last_used_at} UTC`],
    ...WINDOWS.map((window) => [`this ${window}`, `${usage[window]} of ${limits[window]}`]),
    ['endpoints', allowed_endpoints.join(', ')],
    ['addresses', allowed_ips.length === 0 ? 'any' : allowed_ips.join(', ')],
  ])
}

/** What `create` prints: the only time the secret is seen. */
export function createdText(key: KeyRecord, secret: string): string {
  return [
    `Key ${key.id} "${key.name}" (${key.plan}). Its secret is shown this once:`,
    '',
    `  ${secret}`,
  ].join('\n')
}

function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
