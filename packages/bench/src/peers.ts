import { readFileSync } from 'node:fs';
import { atRate, saturate } from './relay/load.ts';
import { end, freePort, median, pinned, quantile, takePreference, untilOpen } from './relay/machine.ts';
import { startDirect, startGateway, startNginx, type Target } from './relay/targets.ts';

/**
 * Measures other gateways that are installed on this machine by the rules of `relay`: same provider, same calls,
 * same core, in turns. Usage: `npm run bench peers <file> [rounds] [calls of a round]`. The file has a list:
 *
 *     [{ "name": "…", "command": "…", "args": ["--port", "{port}"], "env": { "OPENAI_BASE": "{upstream}/v1" },
 *        "keys": ["sk-…"], "models": ["gpt-4o-mini"], "ready": "/health" }]
 *
 * `{port}` and `{upstream}` are replaced in arguments and environment. Who runs it sets the peer up for the
 * provider's stand-in first, and says in their report which of accounts, limits, billing and logs are on.
 */
const [file, rounds = 9, calls = 2000] = [process.argv[2], ...process.argv.slice(3).map(Number)];
if (!file) throw new Error('Usage: npm run bench peers <file of peers> [rounds] [calls of a round]');
const RATE = 300;
const SECONDS_AT_RATE = 4;

interface Peer {
  name: string;
  command: string;
  args?: string[];
  env?: Record<string, string>;
  keys: string[];
  models: string[];
  /** A path that answers as soon as the peer is ready. Default: `/`. */
  ready?: string;
}

const peers = JSON.parse(readFileSync(file, 'utf8')) as Peer[];
takePreference();
const direct = await startDirect();
const targets = [await startNginx(direct), await startGateway(direct)];
for (const peer of peers) targets.push(await startPeer(peer));
try {
  for (const target of targets) await saturate(target, 'json', calls);
  const rows = new Map(targets.map(({ name }) => [name, new Map<string, number[]>()]));
  for (let round = 0; round < rounds; round++)
    for (const target of round % 2 ? targets.toReversed() : targets)
      for (const [figure, value] of await measure(target)) {
        const values = rows.get(target.name)!;
        values.set(figure, [...(values.get(figure) ?? []), value]);
      }
  for (const [name, figures] of rows)
    console.log(
      `${name.padEnd(20)} ${[...figures].map(([figure, values]) => `${figure} ${median(values).toFixed(2)}`).join(' | ')}`,
    );
} finally {
  await Promise.all([...targets, direct].map((target) => end(target.process)));
}

/** Streams fail at some gateways: that is a figure too. */
async function measure(target: Target): Promise<[string, number][]> {
  const json = await saturate(target, 'json', calls);
  const burst = await saturate(target, 'burst', Math.ceil(calls / 2)).catch(() => undefined);
  const paced = await atRate(target, RATE, SECONDS_AT_RATE);
  return [
    ['JSON us', json.microsPerRequest],
    ['JSON calls/s', json.requestsPerSecond],
    ['stream us', burst?.microsPerRequest ?? Number.NaN],
    [`p50 ms at ${RATE}/s`, median(paced.times)],
    [`p99 ms at ${RATE}/s`, quantile(paced.times, 0.99)],
  ];
}

async function startPeer({ name, command, args = [], env = {}, keys, models, ready = '/' }: Peer) {
  const port = await freePort();
  const filled = (text: string) =>
    text.replaceAll('{port}', String(port)).replaceAll('{upstream}', direct.url);
  const settings = Object.fromEntries(Object.entries(env).map(([key, value]) => [key, filled(value)]));
  const child = pinned(0, command, args.map(filled), settings);
  const url = `http://127.0.0.1:${port}`;
  await untilOpen(url + ready, 60_000);
  return { name, url, keys, models, process: child };
}
