import { afterAll, beforeAll, expect, test } from 'vitest';
import { upstreamLimits } from '../../core/limits.ts';
import { relayText } from '../../core/texts/texts.ts';
import type { Resolve } from '../../net/guard.ts';
import { callers } from '../../testing/callers.ts';
import {
  askAll,
  bookedRows,
  expectRest,
  pairs,
  startFaultLab,
  vendorAt,
  vendors,
  vendorTypes,
} from '../../testing/fault-lab.ts';
import { head, type RawCall, type RawUpstream, startRawUpstream } from '../../testing/raw-upstream.ts';
import type { RelayLab } from '../../testing/relay.ts';
import { voiceOf } from '../../testing/voices.ts';

/** DNS responses, in all forms that a resolver may return. */
const answers: Record<string, Resolve> = {
  'missing.test': (_, __, done) => done(failure('ENOTFOUND'), []),
  'broken.test': (_, __, done) => done(failure('EAI_AGAIN'), []),
  'silent.test': () => {},
  'empty.test': (_, __, done) => done(null, []),
  'private.test': (_, __, done) => done(null, [{ address: '10.1.2.3', family: 4 }]),
  'mixed.test': (_, __, done) => done(null, [V6, V4]),
  'rebind.test': (_, __, done) => done(null, [rebound ? V4 : V6]),
};
const V4 = { address: '127.0.0.1', family: 4 };
/** The only address that the lab may connect to besides its spare; it represents a public one. */
const V6 = { address: '::1', family: 6 };

let rebound = false;
let spare: RawUpstream;
let named: RawUpstream;
let lab: RelayLab;
beforeAll(async () => {
  spare = await startRawUpstream(respond);
  named = await startRawUpstream(respond, '::');
  const allowed = [new URL(spare.url).host, `[::1]:${new URL(named.url).port}`];
  lab = await startFaultLab({
    environment: { SSRF_ALLOW: allowed.join(',') },
    lookup: (name, options, done) => (answers[name] ?? answers['missing.test'])?.(name, options, done),
  });
  await lab.option('RetryTimes', 1);
  const ratios = vendors.flatMap((vendor) => [`m-${vendor}`, `lone-${vendor}`]);
  await lab.option('ModelRatio', Object.fromEntries(ratios.map((model) => [model, 1])));
});
afterAll(async () => {
  await lab.close();
  await spare.close();
  await named.close();
});

/** Sends a whole response in the called vendor's format; the connection serves no second call. */
function respond({ path, body }: RawCall, socket: Parameters<RawUpstream['script']>[1]): void {
  const { begin, end, plain } = voiceOf(vendorAt(path));
  const stream = body.includes('"stream":true') || path.includes('stream');
  socket.write(head(stream ? 'text/event-stream' : 'application/json', ['connection: close']));
  socket.end(stream ? [...begin, ...end].join('') : JSON.stringify(plain));
}

function failure(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`getaddrinfo ${code}`), { code });
}

/** Moves every vendor to that host: alone for one model, before a healthy channel for another. */
async function moveChannels(name: string): Promise<void> {
  await lab.ctx.db.deleteFrom('abilities').execute();
  await lab.ctx.db.deleteFrom('channels').execute();
  for (const vendor of vendors) {
    const type = vendorTypes[vendor];
    const base_url = `http://${name}:${new URL(named.url).port}`;
    await lab.channel({ type, models: `m-${vendor},lone-${vendor}`, base_url, priority: 10 });
    await lab.channel({ type, models: `m-${vendor}`, base_url: spare.url });
  }
}

/** Sends calls of every dialect at once, whole and streamed. */
function askEverybody(model: 'm' | 'lone') {
  return Promise.all(
    pairs.flatMap(([caller, vendor]) =>
      [true, false].map(async (stream) => {
        const got = await askAll(lab, { caller, vendor, stream, model: `${model}-${vendor}` });
        return { caller, stream, got, where: `${caller}, ${stream ? 'stream' : 'plain'}: ${got.text}` };
      }),
    ),
  );
}

async function expectRefusals(): Promise<void> {
  const rowCount = (await bookedRows(lab)).size;
  for (const { caller, got, where } of await askEverybody('lone')) {
    expect(got.status, where).toBe(502);
    expect(callers[caller].readError(got.text), where).toContain(relayText('en', 'upstream_failed'));
    expect(got.text, where).toContain(got.id);
    expect(got.text, where).not.toMatch(/\.test|127\.0|10\.1|::1|getaddrinfo/);
  }
  await expectRest(lab, () => spare.open() + named.open());
  expect((await bookedRows(lab)).size).toBe(rowCount);
}

async function expectAnswers(from: RawUpstream): Promise<void> {
  const before = from.calls.length;
  const seen = await askEverybody('m');
  await expectRest(lab, () => spare.open() + named.open());
  const rows = await bookedRows(lab);
  for (const { caller, stream, got, where } of seen) {
    expect(got.status, where).toBe(200);
    expect(got.text, where).toContain('three');
    if (stream) expect(got.text, where).toContain(callers[caller].end);
    expect(rows.get(got.id), where).toMatchObject({ billing_basis: 'upstream_usage' });
  }
  expect(from.calls.length - before).toBe(seen.length);
}

test.each([
  ['is not known', 'missing.test'],
  ['cannot be resolved at the moment', 'broken.test'],
  ['leads nowhere', 'empty.test'],
  ['leads into the private network', 'private.test'],
  ['leads to an allowed address and to a forbidden one', 'mixed.test'],
])(
  'when the name of a provider %s, callers of every dialect learn it free of charge, or are served by another channel',
  async (_, name) => {
    await moveChannels(name);
    await expectRefusals();
    await expectAnswers(spare);
    expect(named.calls).toEqual([]);
  },
);

test('a silent resolver delays no call beyond the connect timeout', async () => {
  await moveChannels('silent.test');
  const begun = performance.now();
  await expectRefusals();
  expect(performance.now() - begun).toBeGreaterThan(upstreamLimits.connectMs * 0.9);
  await expectAnswers(spare);
}, 30_000);

test('a name is not followed when it changes from a public address to this machine', async () => {
  await moveChannels('rebind.test');
  rebound = false;
  await expectAnswers(named);
  const reached = named.calls.length;
  rebound = true;
  await expectRefusals();
  await expectAnswers(spare);
  expect(named.calls.length).toBe(reached);
});
