import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '../../ledger/index.ts';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import { describeDatabases, isInFull } from '../../testing/databases.ts';
import { makeChannel, makeToken } from '../../testing/factories.ts';
import { expectHonestAnswer, refuseOutboundCalls } from '../../testing/fuzz-rules.ts';
import { createSender, hostileRequests } from '../../testing/hostile-requests.ts';

/** `fuzz.stress.test.ts` sends many more. */
describeDatabases('requests of any content', (database) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildTestApp({ database: await database.create() });
    refuseOutboundCalls(app.ctx);
    for (let n = 0; n < 3; n += 1) {
      await makeToken(app.ctx, app.people.user);
      await makeChannel(app.ctx, { type: 14 });
    }
  });
  afterAll(async () => {
    expect((await audit(app.ctx.db, app.ctx.logDb)).failures).toEqual([]);
    await app.close();
  });

  test('no input to any endpoint makes the server fail or answer outside of the envelope, a plain word or a file', async () => {
    const send = createSender(app);
    const holds = fc.asyncProperty(hostileRequests(), async (request) => {
      expectHonestAnswer(request, await send(request));
    });
    await fc.assert(holds, { numRuns: isInFull || database.kind === 'sqlite' ? 500 : 250 });
  }, 60_000);
});
