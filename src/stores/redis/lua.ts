/**
 * The Lua scripts, each of which is atomic.
 * Guarantees: each script first verifies the identity of the database, which connection.ts passes as first key and argument; time is
 * that of Redis's clock; all Redis keys are passed in KEYS.
 */
import { createHash } from 'node:crypto'

export type Script = ReturnType<typeof script>

export function script(text: string) {
  return {
    text,
    /** The name of the script in Redis. */
    sha: createHash('sha1').update(text).digest('hex'),
    /** Whether a client of the service waits for it. */
    urgent: false,
    /** Always send the full text: a script that has arrived is then carried out without a retry, even if its answer is lost. */
    whole: false,
    /** Minimum deadline in milliseconds. */
    atLeast: 0,
  }
}

function urgent(text: string): Script {
  return { ...script(text), urgent: true }
}

/** Retention of hours; days and months are kept for billing. Longer than an hour by a day, in case the clock is set back. */
const HOURS_KEPT = 26

/** The beginning of each script. */
export const SAME_DATABASE = `
  if redis.call('GET', KEYS[1]) ~= ARGV[1] then
    return redis.error_reply('EMPTIED this is not the database that the service was started with')
  end
`

/**
 * The beginning of the counting scripts. KEYS: identity, hours, usage. ARGV: identity, time or '', the expected starts of the current
 * hour, day and month. If the time is in other windows, the script changes nothing and answers 2. `also`: further fields of usage to
 * read.
 */
const counting = (also = ''): string => `
  ${SAME_DATABASE}
  local HOUR = 3600000
  local hour, day, month = 'hour:' .. ARGV[3], 'day:' .. ARGV[4], 'month:' .. ARGV[5]
  -- Unix milliseconds: Redis's clock, or the time given by a test.
  local now = tonumber(ARGV[2])
  if not now then
    local time = redis.call('TIME')
    now = time[1] * 1000 + math.floor(time[2] / 1000)
  end
  local usage = redis.call('HMGET', KEYS[3], 'charged', day, month${also})
  -- If the clock was set back by up to two hours, time stands still for the key until the clock has caught up, so
  -- that no window opens twice. If it was set back by more, it was wrong before, and its current time counts.
  local latest = (usage[1] or 0) + 0
  if latest > now and latest - now <= 2 * HOUR then now = latest end
  local into_hour = now - ARGV[3]
  if into_hour < 0 or into_hour >= HOUR then return { 2, 0, 0, 0, now } end
  local in_day, in_month = (usage[2] or 0) + 0, (usage[3] or 0) + 0
`

/** The count of the current hour, for use after `counting`. */
const IN_HOUR = `(redis.call('HGET', KEYS[2], hour) or 0) + 0`

/**
 * KEYS as above. ARGV as above, then the three limits and the units. Answers 1 (charged), 0 (refused) or 2 (retry with other windows), then the three
 * counts and the time. Numbers are passed to Redis as strings, because large ones must be written in full and strings are cheaper.
 */
export const CHARGE = urgent(`
  ${counting()}
  local units = ARGV[9] + 0
  local fits = in_day + units <= ARGV[7] + 0 and in_month + units <= ARGV[8] + 0
  -- Increment first and undo if over the limit: one command less for most calls.
  local in_hour = fits and redis.call('HINCRBY', KEYS[2], hour, ARGV[9]) or ${IN_HOUR}
  if fits and in_hour > ARGV[6] + 0 then
    fits, in_hour = false, redis.call('HINCRBY', KEYS[2], hour, '-' .. ARGV[9])
  end
  local at = string.format('%.0f', now)
  if fits then
    in_day, in_month = in_day + units, in_month + units
    local days, months = string.format('%.0f', in_day), string.format('%.0f', in_month)
    redis.call('HSET', KEYS[3], day, days, month, months, 'charged', at, 'latest', at)
    if in_hour == units then
      for _, field in ipairs(redis.call('HKEYS', KEYS[2])) do
        if tonumber(string.match(field, '%d+$')) < now - ${HOURS_KEPT} * HOUR then redis.call('HDEL', KEYS[2], field) end
      end
      redis.call('PEXPIRE', KEYS[2], ${HOURS_KEPT} * HOUR)
    end
  else
    redis.call('HSET', KEYS[3], 'charged', at, 'latest', at)
  end
  return { fits and 1 or 0, in_hour, in_day, in_month, now }
`)

/**
 * KEYS and ARGV as above; a further argument marks a free call, which updates the last use. Answers like a charge. Includes calls
 * served during outages, and refunds; the sum may be negative if Redis lost a refunded charge.
 */
export const USAGE = urgent(`
  ${counting(", 'outage-' .. day, 'outage-' .. month")}
  if ARGV[6] then redis.call('HSET', KEYS[3], 'latest', string.format('%.0f', now)) end
  return { 1, ${IN_HOUR}, math.max(0, in_day + (usage[4] or 0)), math.max(0, in_month + (usage[5] or 0)), now }
`)

/** Refunds a charge. KEYS: identity, hours, usage. ARGV: identity, the charged fields of hour, day and month, the units. */
export const REFUND: Script = {
  ...urgent(`
  ${SAME_DATABASE}
  local function take(hash, field)
    local taken = math.min(tonumber(redis.call('HGET', hash, field) or 0), tonumber(ARGV[5]))
    if taken > 0 then redis.call('HINCRBY', hash, field, string.format('%.0f', -taken)) end
  end
  take(KEYS[2], ARGV[2])
  take(KEYS[3], ARGV[3])
  take(KEYS[3], ARGV[4])
  return 1
`),
  whole: true,
}

/**
 * Adds calls that one process served while Redis was unavailable. KEYS: identity, usage, hash of the process. ARGV: identity, key id,
 * field of the window, total count of calls that the process served in it. Idempotent, because the count is a total.
 */
export const SETTLE = script(`
  ${SAME_DATABASE}
  local field = ARGV[2] .. ':' .. ARGV[3]
  redis.call('HINCRBY', KEYS[2], 'outage-' .. ARGV[3], ARGV[4] - (redis.call('HGET', KEYS[3], field) or 0))
  redis.call('HSET', KEYS[3], field, ARGV[4])
  redis.call('EXPIRE', KEYS[3], 5356800)
  return 1
`)

/** Finds a key by its secret. KEYS: identity, keys, secrets. ARGV: identity, digest. Answers the record's text, or nil. */
export const FIND = urgent(`
  ${SAME_DATABASE}
  local id = redis.call('HGET', KEYS[3], ARGV[2])
  return id and redis.call('HGET', KEYS[2], id)
`)

/**
 * Writes records with their audit line, all or nothing. KEYS: identity, keys, secrets, audit, changed, version, last id, then a hash
 * for each count. ARGV: identity, audit line, the records and counts as JSON. Answers the clashes, each `<id>:stale` or
 * `<id>:secret`; empty on success.
 */
export const COMMIT = script(`
  ${SAME_DATABASE}
  local wanted = cjson.decode(ARGV[3])
  local refusals = {}
  for _, record in ipairs(wanted.records) do
    if (redis.call('HGET', KEYS[2], record.id) or '') ~= record.before then
      refusals[#refusals + 1] = record.id .. ':stale'
    end
    for _, digest in ipairs(record.add) do
      local owner = redis.call('HGET', KEYS[3], digest)
      if owner and owner ~= record.id then refusals[#refusals + 1] = record.id .. ':secret' end
    end
  end
  if #refusals > 0 then return refusals end
  local last_id = tonumber(redis.call('GET', KEYS[7]) or 0)
  for _, record in ipairs(wanted.records) do
    redis.call('HSET', KEYS[2], record.id, record.after)
    for _, digest in ipairs(record.drop) do redis.call('HDEL', KEYS[3], digest) end
    for _, digest in ipairs(record.add) do redis.call('HSET', KEYS[3], digest, record.id) end
    redis.call('ZADD', KEYS[5], redis.call('INCR', KEYS[6]), record.id)
    last_id = math.max(last_id, tonumber(record.id))
  end
  redis.call('SET', KEYS[7], string.format('%.0f', last_id))
  for place, count in ipairs(wanted.counts) do
    redis.call('HSET', KEYS[7 + place], count.field, count.value)
  end
  redis.call('RPUSH', KEYS[4], ARGV[2])
  return {}
`)

/**
 * Finds changes since a version. KEYS: identity, changed, version, trial. ARGV: identity, known version. Answers the current version
 * and the ids of keys changed since. Also writes, to detect a read-only Redis without waiting for a call.
 */
export const SYNC = script(`
  ${SAME_DATABASE}
  redis.call('SET', KEYS[4], '1', 'PX', 1000)
  local answer = { tonumber(redis.call('GET', KEYS[3]) or 0) }
  for _, id in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], '(' .. ARGV[2], '+inf')) do
    answer[#answer + 1] = tonumber(id)
  end
  return answer
`)
