import { availableParallelism } from 'node:os';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '../../ledger/index.ts';
import { verifyChain } from '../../modules/audit/audit-chain.ts';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import { makeChannel, makeToken } from '../../testing/factories.ts';
import { expectHonestAnswer, refuseOutboundCalls } from '../../testing/fuzz-rules.ts';
import { createSender, hostileRequests } from '../../testing/hostile-requests.ts';

/**
 * `FUZZ=1` sends 200,000 requests, as many as fit in a night. A larger number sends that many. `FUZZ_SEED`
 * repeats a run.
 */
const wanted = Number(process.env.FUZZ ?? 0);
const numRuns = wanted > 1 ? wanted : wanted === 1 ? 200_000 : 2_000;
const seed = Number(process.env.FUZZ_SEED ?? 20_260_701);

let app: TestApp;
const times = new Map<string, number[]>();

beforeAll(async () => {
  app = await buildTestApp();
  refuseOutboundCalls(app.ctx);
  for (let n = 0; n < 3; n += 1) {
    await makeToken(app.ctx, app.people.user);
    await makeChannel(app.ctx, { type: 14 });
  }
});
afterAll(async () => {
  process.stdout.write(`${describeTimes()}\n`);
  await app.close();
});

test(
  `${numRuns} requests of any content leave the server running and its ledger and audit log valid`,
  async () => {
    const send = createSender(app);
    const holds = fc.asyncProperty(hostileRequests(), async (request) => {
      const started = performance.now();
      const answer = await send(request);
      const { address } = request.endpoint;
      const spent = times.get(address) ?? [];
      times.set(address, spent);
      spent.push(performance.now() - started);
      expectHonestAnswer(request, answer);
    });
    await fc.assert(holds, { numRuns, seed });

    expect((await audit(app.ctx.db, app.ctx.logDb)).failures).toEqual([]);
    expect((await verifyChain(app.ctx.db)).broken).toBeUndefined();
  },
  60_000 + numRuns * 60,
);

/** For the reader of the run. These figures do not decide whether it passes. */
function describeTimes(): string {
  const all = [...times.values()].flat().sort((a, b) => a - b);
  const slowest = [...times]
    .map(([address, each]) => ({ address, longest: Math.max(...each) }))
    .sort((a, b) => b.longest - a.longest)
    .slice(0, 5)
    .map(({ address, longest }) => `${address} ${longest.toFixed(0)} ms`);
  const at = (share: number) => (all[Math.floor((all.length - 1) * share)] ?? 0).toFixed(1);
  return `${all.length} requests to ${times.size} endpoints on ${availableParallelism()} cores: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, p99.9 ${at(0.999)} ms; slowest: ${slowest.join(', ')}`;
}
