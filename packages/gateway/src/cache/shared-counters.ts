import { randomText } from '../modules/secrets/random.ts';
import type { Count, Counters, Taking } from './counters.ts';
import type { SharedStore } from './shared-store.ts';

/** A slot whose gateway died is free after this time. */
const LEASE_MS = 60_000;
const RENEW_MS = 20_000;
const PLACE = 'tollgate:limits';
const nothing = () => {};

/** Counts in the store, by its clock. While the store is away, each process counts for itself. */
export function createSharedCounters(store: SharedStore, alone: Counters): Counters {
  /** The slots that this process holds in the store, by the id of their taking. */
  const held = new Map<string, string>();
  let timer: NodeJS.Timeout | undefined;

  function renew(): void {
    for (const [id, slots] of held) void store.run(scripts.renew, PLACE, [slots, id, String(LEASE_MS)]);
  }

  function keep(id: string, counts: readonly Count[]): void {
    const slots = counts.filter(({ kind }) => kind === 'slot');
    if (slots.length === 0) return;
    held.set(id, toText(slots));
    timer ??= setInterval(renew, RENEW_MS).unref();
  }

  function forget(id: string): void {
    held.delete(id);
    if (held.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  return {
    async take(counts): Promise<Taking> {
      const id = randomText(16);
      const text = toText(counts);
      const answer = await store.run(scripts.take, PLACE, [text, id, String(LEASE_MS)]);
      if (!Array.isArray(answer)) return alone.take(counts);
      const [place = 0, ...used] = answer.map(Number);
      if (place > 0) {
        const [inUse = 0, waitMs = 0] = used;
        return {
          full: { index: place - 1, used: inUse, waitMs },
          used: [],
          release: nothing,
          cancel: nothing,
        };
      }
      keep(id, counts);
      let isOver = false;
      const end = (kinds: 'slots' | 'all') => () => {
        if (isOver) return;
        isOver = true;
        if (kinds === 'slots' && !held.has(id)) return;
        forget(id);
        void store.run(scripts.giveBack, PLACE, [text, id, kinds]);
      };
      return { used, release: end('slots'), cancel: end('all') };
    },
    async read(counts) {
      const answer = await store.run(scripts.read, PLACE, [toText(counts)]);
      return Array.isArray(answer) ? answer.map(Number) : alone.read(counts);
    },
  };
}

function toText(counts: readonly Count[]): string {
  return JSON.stringify(
    counts.map(({ key, limit, kind, until, periodMs }) => ({
      key: `${PLACE}:${key}`,
      limit,
      kind,
      until,
      periodMs,
    })),
  );
}

const begin = `local t = redis.call('TIME') local now = t[1] * 1000 + math.floor(t[2] / 1000)
local counts = cjson.decode(ARGV[1])
local function used(c)
  if c.kind == 'window' then return tonumber(redis.call('GET', c.key) or '0') or 0 end
  local since = now
  if c.kind == 'rolling' then since = now - c.periodMs end
  redis.call('ZREMRANGEBYSCORE', c.key, '-inf', string.format('%.0f', since))
  return redis.call('ZCARD', c.key)
end`;

/** Each runs as one step in the store. ARGV[1] is the JSON of the counts, ARGV[2] the id of a taking. */
const scripts = {
  /** Returns the number of the first full count, from 1, what is used of it and the time to wait. */
  take: `${begin}
for i, c in ipairs(counts) do
  local inUse = used(c)
  if inUse >= c.limit then
    local wait = 0
    local oldest = c.kind == 'rolling' and redis.call('ZRANGE', c.key, 0, 0, 'WITHSCORES')
    if oldest and oldest[2] then wait = tonumber(oldest[2]) + c.periodMs - now end
    return {i, inUse, math.ceil(wait)}
  end
end
local result = {0}
for i, c in ipairs(counts) do
  result[i + 1] = used(c) + 1
  if c.kind == 'window' then
    redis.call('INCR', c.key)
    if c['until'] > 0 then redis.call('PEXPIREAT', c.key, string.format('%.0f', c['until'])) end
  elseif c.kind == 'rolling' then
    redis.call('ZADD', c.key, string.format('%.0f', now), ARGV[2])
    redis.call('PEXPIRE', c.key, string.format('%.0f', c.periodMs))
  else
    redis.call('ZADD', c.key, string.format('%.0f', now + tonumber(ARGV[3])), ARGV[2])
    redis.call('PEXPIRE', c.key, ARGV[3])
  end
end
return result`,
  renew: `${begin}
for _, c in ipairs(counts) do
  if redis.call('ZSCORE', c.key, ARGV[2]) then
    redis.call('ZADD', c.key, string.format('%.0f', now + tonumber(ARGV[3])), ARGV[2])
    redis.call('PEXPIRE', c.key, ARGV[3])
  end
end
return 1`,
  giveBack: `${begin}
for _, c in ipairs(counts) do
  if c.kind == 'slot' or (ARGV[3] == 'all' and c.kind == 'rolling') then
    redis.call('ZREM', c.key, ARGV[2])
  elseif ARGV[3] == 'all' and redis.call('EXISTS', c.key) == 1 then
    redis.call('DECR', c.key)
  end
end
return 1`,
  read: `${begin}
local result = {}
for i, c in ipairs(counts) do result[i] = used(c) end
return result`,
};
