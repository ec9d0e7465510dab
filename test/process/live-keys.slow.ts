/**
 * Keys changed by the command line while a server runs: what it then answers, and how soon.
 */
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { jsonOf, keys } from '../commands/run.js'
import { HORSE } from './horse.js'
import { startRobe, storeWithKey } from './robe.js'

/** The promise: every change is in force after so long. */
const WITHIN_MS = 2_000

const CHANGES: readonly (readonly [words: readonly string[], told: string])[] = [
  [['suspend', '1'], '403 AUTH_KEY_SUSPENDED'],
  [['resume', '1'], '200'],
  [['set', '1', '--ips', '203.0.113.0/24'], '403 AUTH_ACCESS_DENIED'],
  [['set', '1', '--ips', 'any'], '200'],
  [['set', '1', '--endpoints', 'coats.generateChild'], '403 AUTH_ACCESS_DENIED'],
  [['set', '1', '--endpoints', 'all', '--limit-hour', '1'], '429 RATE_LIMIT_EXCEEDED'],
  [['set', '1', '--limit-hour', 'plan'], '200'],
  [['rotate', '1', '--overlap', '0'], '401 AUTH_INVALID_KEY'],
]

t.test('every change of a key is in force within two seconds', async (t) => {
  const path = join(t.testdir(), 'robe.db')
  const secret = await storeWithKey(`sqlite:${path}`, 'premium')
  const robe = await startRobe(t, { STORE: `sqlite:${path}` })
  const ask = async (key: string): Promise<string> => {
    const response = await fetch(`${robe.url}/coats/result`, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      body: HORSE,
    })
    const { code } = (await response.json()) as { code?: string }
    return code === undefined ? String(response.status) : `${response.status} ${code}`
  }
  t.equal(await ask(secret), '200')
  for (const [words, told] of CHANGES) {
    t.equal((await keys(path, ...words)).code, 0, words.join(' '))
    const changed = Date.now()
    let answer = ''
    while (answer !== told && Date.now() - changed <= WITHIN_MS) {
      await delay(50)
      answer = await ask(secret)
    }
    t.equal(answer, told, `${words.join(' ')}: after ${Date.now() - changed} ms`)
  }
  const made = jsonOf(await keys(path, 'create', '--name', 'n', '--plan', 'free', '--json'))
  t.equal(await ask(String(made['key'])), '200', 'a new key works at once')
  await keys(path, 'revoke', '2')
  await delay(WITHIN_MS)
  t.equal(await ask(String(made['key'])), '401 AUTH_INVALID_KEY')
})
