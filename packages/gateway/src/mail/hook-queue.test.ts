import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { transact } from '../core/context.ts';
import { deliver, deliverWebhooks, sendMail } from '../modules/notifications/mail.ts';
import { sealedPlace } from '../modules/secrets/sealed-places.ts';
import type { Outbound } from '../net/outbound.ts';
import { describeDatabases } from '../testing/databases.ts';
import { makeUser } from '../testing/factories.ts';
import { buildMailApp, type MailApp } from '../testing/mail-app.ts';
import { queueMail } from './queue.ts';

describeDatabases('webhooks of users', (database) => {
  let app: MailApp;
  let clock = Date.UTC(2026, 0, 1);
  /** Calls that wait for an answer, in order. */
  let calls: { url: string; body: string; answer(status?: number): void }[];

  beforeAll(async () => {
    app = await buildMailApp({ database: await database.create(), now: () => clock });
    // The remote server belongs to the user; the SSRF guard on the way to it is tested in net/.
    const { outbound } = app.ctx as { outbound: Outbound };
    outbound.request = (_, url, options = {}) =>
      new Promise((resolve) => {
        const answer = (status = 200) => resolve({ status, headers: {}, text: '', json: undefined });
        calls.push({ url, body: String(options.body), answer });
      });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    calls = [];
    clock += 24 * 3600_000;
    await app.ctx.db.deleteFrom('outbox').execute();
  });

  async function hooked(): Promise<number> {
    const setting = JSON.stringify({ notify_type: 'webhook', webhook_url: 'https://hooks.example.org/x' });
    return (await makeUser(app.ctx, { setting })).id;
  }
  const makeOwners = (count: number) => Promise.all(Array.from({ length: count }, hooked));
  /** Queues a call as a transaction whose process died right after the commit. */
  const queue = (hookOf: number, body = String(hookOf)) =>
    transact(app.ctx, (tx) => queueMail(tx, { hookOf, body }));
  const bodies = () => calls.map(({ body }) => body);
  const answerAll = () => {
    for (const { answer } of calls) answer();
  };

  /** Answers every call, also those that begin later, until none is left. */
  async function finish(round: Promise<number>): Promise<number> {
    let isOver = false;
    const over = round.finally(() => {
      isOver = true;
    });
    await expect
      .poll(
        () => {
          answerAll();
          return isOver;
        },
        { timeout: 20_000 },
      )
      .toBe(true);
    return over;
  }

  test('a mail leaves while a hundred webhooks are silent', async () => {
    for (const owner of await makeOwners(100)) await queue(owner);
    const round = deliverWebhooks(app.ctx);
    await expect.poll(() => calls.length).toBe(16);
    await sendMail(app.ctx, { about: 'email', to: 'code@example.org', language: 'en' });
    expect(await app.codeFor('code@example.org')).toMatch(/^\d{8}$/);
    expect(calls).toHaveLength(16);
    expect(await finish(round)).toBe(100);
  });

  test('a webhook is called while others are silent', async () => {
    const owners = await makeOwners(3);
    for (const owner of owners) await queue(owner);
    const round = deliverWebhooks(app.ctx);
    await expect.poll(() => calls.length).toBe(3);
    await finish(round);
  });

  test('the webhook that waits longest is called first', async () => {
    const owners = await makeOwners(20);
    for (const owner of owners) {
      await queue(owner);
      clock += 1000;
    }
    const round = deliverWebhooks(app.ctx);
    await expect.poll(() => calls.length).toBe(16);
    expect(bodies().map(Number).sort()).toEqual(owners.slice(0, 16).sort());
    await finish(round);
  });

  test('a user with many calls has one of them running', async () => {
    const [busy, other] = (await makeOwners(2)) as [number, number];
    for (let number = 0; number < 30; number += 1) await queue(busy, `busy-${number}`);
    await queue(other, 'other');
    const round = deliverWebhooks(app.ctx);
    await expect.poll(() => bodies().sort()).toEqual(['busy-0', 'other']);
    expect(await finish(round)).toBe(31);
  });

  test('a webhook is called once when several rounds begin at the same time', async () => {
    for (const owner of await makeOwners(5)) await queue(owner);
    const rounds = Promise.all(Array.from({ length: 4 }, () => deliverWebhooks(app.ctx)));
    const sent = await finish(rounds.then((counts) => counts.reduce((sum, count) => sum + count)));
    expect([sent, calls.length]).toEqual([5, 5]);
  });

  test('at most 16 webhooks are called when many rounds begin at the same time', async () => {
    for (const owner of await makeOwners(40)) await queue(owner);
    const rounds = Promise.all(Array.from({ length: 4 }, () => deliverWebhooks(app.ctx)));
    await expect.poll(() => calls.length).toBe(16);
    await finish(rounds.then(() => 0));
    expect(calls).toHaveLength(40);
  });

  test('a call that an earlier version queued among the mails is made', async () => {
    const owner = await hooked();
    const dedup_key = `earlier-${owner}`;
    const call = JSON.stringify({ hookOf: owner, body: 'earlier' });
    const payload = app.ctx.secrets.seal(call, sealedPlace.outboxPayload(dedup_key));
    await app.ctx.db
      .insertInto('outbox')
      .values({ topic: 'mail', dedup_key, payload, next_at: Math.floor(clock / 1000) })
      .execute();
    await deliver(app.ctx);
    await finish(deliverWebhooks(app.ctx));
    expect(bodies()).toEqual(['earlier']);
  });
});
