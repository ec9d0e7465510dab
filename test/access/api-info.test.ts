/**
 * The fourteen fields a key is told about itself.
 */
import t from 'tap'
import { ENDPOINTS } from '../../src/operations/registry.js'
import { apiInfo, utcText } from '../../src/access/api-info.js'
import type { KeyRecord } from '../../src/access/ports.js'

const KEY: KeyRecord = {
  id: 7,
  name: 'stable',
  plan: 'premium',
  limits: {},
  status: 'active',
  createdAt: Date.UTC(2026, 0, 2, 3, 4, 5, 999),
  lastUsedAt: null,
  expiresAt: null,
  allowedEndpoints: null,
  allowedIps: [],
  note: '',
  label: 'live',
  secrets: [{ digest: 'd'.repeat(64), expiresAt: null }],
}

t.test('a key is told exactly its fourteen fields', async (t) => {
  const info = apiInfo(
    KEY,
    { hour: 1, day: 2, month: 3 },
    { endpoints: ENDPOINTS, publicUrl: 'https://coats.example/' },
    Date.UTC(2028, 1, 29, 23, 59, 59),
  )
  t.strictSame(info, {
    authenticated: true,
    type: 'api_key',
    key_name: 'stable',
    key_id: 7,
    daily_limit: 240_000,
    monthly_limit: 7_440_000,
    daily_usage: 2,
    monthly_usage: 3,
    created_at: '2026-01-02 03:04:05',
    last_used_at: '2028-02-29 23:59:59',
    endpoints: {
      calculate_coat: '/coats/result (POST)',
      calculate_offspring: '/coats/generateChild (POST)',
      api_info: '/coats/api-info (GET)',
    },
    allowed_endpoints: ENDPOINTS,
    allowed_ips: [],
    documentation: 'https://coats.example/docs',
  })
  t.equal(Object.keys(info).length, 14)
})

t.test('a key with a list is told what it can really call', async (t) => {
  const info = apiInfo(
    { ...KEY, allowedEndpoints: ['coats.generateChild'], allowedIps: ['10.0.0.0/8'] },
    { hour: 0, day: 0, month: 0 },
    { endpoints: ENDPOINTS, publicUrl: 'http://x' },
    0,
  )
  t.same(info.allowed_endpoints, ['coats.generateChild', 'coats.api-info', 'coats.genes'])
  t.same(info.allowed_ips, ['10.0.0.0/8'])
})

t.test('nothing of the secret is told', async (t) => {
  t.notMatch(
    JSON.stringify(
      apiInfo(KEY, { hour: 0, day: 0, month: 0 }, { endpoints: ENDPOINTS, publicUrl: 'http://x' }, 0),
    ),
    'ddd',
  )
})

t.test('times are UTC, whatever the computer thinks', async (t) => {
  t.equal(utcText(0), '1970-01-01 00:00:00')
})
