/**
 * The Lua scripts of repeated calls. They begin as those of redis/lua.ts do.
 */
import { SAME_DATABASE, script, type Script } from '../redis/lua.js'

/**
 * Claims an idempotency key. KEYS: identity, claim, answers. ARGV: identity, digest of the body, name, milliseconds. Answers `new`,
 * `running`, `other body`, `not kept`, or `kept` and the answer.
 */
export const CLAIM: Script = {
  ...script(`
  ${SAME_DATABASE}
  local known = redis.call('GET', KEYS[2])
  if not known then
    redis.call('SET', KEYS[2], 'running ' .. ARGV[2], 'PX', ARGV[4])
    return { 'new' }
  end
  local state, body = string.match(known, '^(%l+) (.*)$')
  if body ~= ARGV[2] then return { 'other body' } end
  if state == 'running' then return { 'running' } end
  local answer = redis.call('HGET', KEYS[3], ARGV[3])
  if not answer then return { 'not kept' } end
  return { 'kept', answer }
`),
  whole: true,
}

/**
 * Marks a claim as done and keeps its answer, if one is given. KEYS: identity, claim, answers, order of the answers. ARGV: identity,
 * digest of the body, name, milliseconds, number of answers to keep, the answer.
 */
export const KEEP = script(`
  ${SAME_DATABASE}
  redis.call('SET', KEYS[2], 'done ' .. ARGV[2], 'PX', ARGV[4])
  if not ARGV[6] then return 1 end
  if redis.call('HSET', KEYS[3], ARGV[3], ARGV[6]) == 1 then redis.call('RPUSH', KEYS[4], ARGV[3]) end
  while redis.call('LLEN', KEYS[4]) > ARGV[5] + 0 do redis.call('HDEL', KEYS[3], redis.call('LPOP', KEYS[4])) end
  redis.call('PEXPIRE', KEYS[3], ARGV[4])
  redis.call('PEXPIRE', KEYS[4], ARGV[4])
  return 1
`)

/** Drops a claim. KEYS: identity, claim. ARGV: identity. */
export const RELEASE = script(`
  ${SAME_DATABASE}
  return redis.call('DEL', KEYS[2])
`)
