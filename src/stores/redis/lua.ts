/**
 * The scripts that Redis runs: each is one step that happens whole or not at all.
 * Guarantees: each first makes sure that it has the database it was started with, by the identity's Redis key and the
 * expected identity, which connection.ts puts first; the moment is that of Redis's own clock; every Redis key is handed in.
 */
import { createHash } from 'node:crypto'

export type Script = ReturnType<typeof script>

function script(text: string) {
  return {
    text,
    /** The name that Redis itself gives to it. */
    sha: createHash('sha1').update(text).digest('hex'),
    /** Whether a caller of the service waits for it. */
    urgent: false,
    /** Always sent whole: whatever Redis gets is carried out without a second try, whether its answer comes or not. */
    whole: false,
    /** How long it may take in any case, milliseconds. */
    atLeast: 0,
  }
}

function urgent(text: string): Script {
  return { ...script(text), urgent: true }
}

/** Days and months stay for bills. Hours are of no use once they are over; a day more bears a clock that is set back. */
const HOURS_KEPT = 26

const SAME_DATABASE = `
  if redis.call('GET', KEYS[1]) ~= ARGV[1] then
    return redis.error_reply('EMPTIED this is not the database that the service was started with')
  end
`

/**
 * What the counting scripts begin with. KEYS identity, hours, usage. ARGV identity, moment or '', the starts of the hour,
 * day and month that the asker takes it to be in. When it is in others nothing happens but that it says so.
 * `also`: what else is read of the usage.
 */
const counting = (also = ''): string => `
  ${SAME_DATABASE}
  local HOUR = 3600000
  local hour, day, month = 'hour:' .. ARGV[3], 'day:' .. ARGV[4], 'month:' .. ARGV[5]
  -- Unix milliseconds: of this server, or as a test has it.
  local now = tonumber(ARGV[2])
  if not now then
    local time = redis.call('TIME')
    now = time[1] * 1000 + math.floor(time[2] / 1000)
  end
  local usage = redis.call('HMGET', KEYS[3], 'charged', day, month${also})
  -- A clock set back by up to two hours stands still for a key until it has caught up, so that no window
  -- opens twice; one set back by more was far ahead before, and goes on in the windows it counted then.
  local latest = (usage[1] or 0) + 0
  if latest > now and latest - now <= 2 * HOUR then now = latest end
  local into_hour = now - ARGV[3]
  if into_hour < 0 or into_hour >= HOUR then return { 2, 0, 0, 0, now } end
  local in_day, in_month = (usage[2] or 0) + 0, (usage[3] or 0) + 0
`

/** How many calls the hour has counted, to stand behind what the counting scripts begin with. */
const IN_HOUR = `(redis.call('HGET', KEYS[2], hour) or 0) + 0`

/**
 * KEYS as above. ARGV as above, the three limits. Answers whether it was charged (1), refused (0) or is to be sent again
 * with other windows (2), the three counts and the moment. Numbers go to Redis as
 * texts: a large one must be written in full, and a text costs it less.
 */
export const CHARGE = urgent(`
  ${counting()}
  local fits = in_day < ARGV[7] + 0 and in_month < ARGV[8] + 0
  -- Counted before it is looked at: one command less, but for the few calls that are then taken off again.
  local in_hour = fits and redis.call('HINCRBY', KEYS[2], hour, '1') or ${IN_HOUR}
  if fits and in_hour > ARGV[6] + 0 then
    fits, in_hour = false, redis.call('HINCRBY', KEYS[2], hour, '-1')
  end
  local at = string.format('%.0f', now)
  if fits then
    in_day, in_month = in_day + 1, in_month + 1
    local days, months = string.format('%.0f', in_day), string.format('%.0f', in_month)
    redis.call('HSET', KEYS[3], day, days, month, months, 'charged', at, 'latest', at)
    if in_hour == 1 then
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
 * KEYS and ARGV as above; a further word says that a call asks, which is free of charge. Answers as a charge. What was
 * served during outages counts here too, and what was given back, of which Redis may have lost the charge.
 */
export const USAGE = urgent(`
  ${counting(", 'outage-' .. day, 'outage-' .. month")}
  if ARGV[6] then redis.call('HSET', KEYS[3], 'latest', string.format('%.0f', now)) end
  return { 1, ${IN_HOUR}, math.max(0, in_day + (usage[4] or 0)), math.max(0, in_month + (usage[5] or 0)), now }
`)

/** KEYS identity, hours, usage. ARGV identity, the fields of hour, day and month that were charged. */
export const REFUND: Script = {
  ...urgent(`
  ${SAME_DATABASE}
  local function take(hash, field)
    if tonumber(redis.call('HGET', hash, field) or 0) > 0 then redis.call('HINCRBY', hash, field, -1) end
  end
  take(KEYS[2], ARGV[2])
  take(KEYS[3], ARGV[3])
  take(KEYS[3], ARGV[4])
  return 1
`),
  whole: true,
}

/**
 * Adds what one process served while Redis was away. KEYS identity, usage, the process's own hash. ARGV identity, key id, the
 * window's field, and the count of all that the process has served in it by itself: so settling again adds nothing.
 */
export const SETTLE = script(`
  ${SAME_DATABASE}
  local own = ARGV[2] .. ':' .. ARGV[3]
  redis.call('HINCRBY', KEYS[2], 'outage-' .. ARGV[3], ARGV[4] - (redis.call('HGET', KEYS[3], own) or 0))
  redis.call('HSET', KEYS[3], own, ARGV[4])
  redis.call('EXPIRE', KEYS[3], 5356800)
  return 1
`)

/** KEYS identity, keys, secrets. ARGV identity, digest. The record's text, or nothing. */
export const FIND = urgent(`
  ${SAME_DATABASE}
  local id = redis.call('HGET', KEYS[3], ARGV[2])
  return id and redis.call('HGET', KEYS[2], id)
`)

/**
 * Changes of keys with their audit line, all or none. KEYS identity, keys, secrets, audit, changed, version, last id, then a
 * hash for each count. ARGV identity, audit line, the rest as JSON. Answers what stands against it: `<id>:stale` or
 * `<id>:secret`, a text each.
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
 * What changed since a version. KEYS identity, changed, version, trial. ARGV identity, the version seen. Answers the current
 * version and the ids of the keys changed since. It writes, so that a Redis that only reads is found out without any call.
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
