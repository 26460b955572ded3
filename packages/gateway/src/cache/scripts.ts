const nowMs = `local t = redis.call('TIME') local now = t[1] * 1000 + math.floor(t[2] / 1000)`;
/** Treats a key with a value of another type as absent. */
const readText = `local found = redis.pcall('GET', KEYS[1]) if type(found) == 'table' then redis.call('DEL', KEYS[1]) found = false end`;
const readGuesses = `local known = redis.pcall('HMGET', KEYS[1], 'count', 'at')
if known.err then redis.call('DEL', KEYS[1]) known = {false, false} end`;

/** Each script runs as one step in the store, by the store's clock. Times in milliseconds. */
export const scripts = {
  /** The generic cell rate algorithm: one cell costs ARGV[1], the burst is ARGV[2]. */
  take: `${nowMs} ${readText}
local full = math.max(tonumber(found or '0') or 0, now) + tonumber(ARGV[1])
local wait = full - now - tonumber(ARGV[2])
if wait > 0 then return math.ceil(wait) end
redis.call('SET', KEYS[1], string.format('%.3f', full), 'PX', math.ceil(full - now))
return 0`,
  /** A sliding window of ARGV[2] that admits ARGV[1] calls; ARGV[3] is the id of this one. */
  enter: `${nowMs} if redis.call('TYPE', KEYS[1]).ok ~= 'zset' then redis.call('DEL', KEYS[1]) end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - tonumber(ARGV[2]))
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[1]) then
  local oldest = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
  return math.max(1, math.ceil((tonumber(oldest[2]) or now) + tonumber(ARGV[2]) - now))
end
redis.call('ZADD', KEYS[1], string.format('%.0f', now), ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 0`,
  giveBack: `return redis.call('ZREM', KEYS[1], ARGV[1])`,
  guessWait: `${nowMs} ${readGuesses}
local count = tonumber(known[1] or '0') or 0
if count < tonumber(ARGV[1]) then return 0 end
local delay = math.min(1000 * 2 ^ (count - tonumber(ARGV[1])), 60000)
return math.max(0, math.ceil((tonumber(known[2]) or 0) + delay - now))`,
  guessFail: `${nowMs} ${readGuesses}
redis.call('HINCRBY', KEYS[1], 'count', 1)
redis.call('HSET', KEYS[1], 'at', string.format('%.0f', now))
redis.call('PEXPIRE', KEYS[1], 900000)
return 1`,
  /** A hash of cooldown ends: ARGV[1] pauses for ARGV[2] from now on; 0 ends its cooldown. */
  tellRest: `${nowMs} if redis.call('TYPE', KEYS[1]).ok ~= 'hash' then redis.call('DEL', KEYS[1]) end
if tonumber(ARGV[2]) <= 0 then return redis.call('HDEL', KEYS[1], ARGV[1]) end
redis.call('HSET', KEYS[1], ARGV[1], string.format('%.0f', now + tonumber(ARGV[2])))
redis.call('PEXPIRE', KEYS[1], 600000)
return 1`,
  /** The ids in cooldown and the time left: id, time, id, time. */
  hearRests: `${nowMs} if redis.call('TYPE', KEYS[1]).ok ~= 'hash' then return {} end
local known = redis.call('HGETALL', KEYS[1]) local rests = {}
for i = 1, #known, 2 do
  local left = (tonumber(known[i + 1]) or 0) - now
  if left > 0 then rests[#rests + 1] = known[i] rests[#rests + 1] = string.format('%.0f', left)
  else redis.call('HDEL', KEYS[1], known[i]) end
end
return rests`,
  forget: `redis.call('DEL', KEYS[1]) return 1`,
};
