import { get, type IncomingMessage } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import {
  killArea,
  type RegistrySnapshot,
  readNotifications,
  reviveArea,
  setCanary,
} from '@tollgate/contract';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { transact } from '../core/context.ts';
import { areaPlatform, type PageViewer } from '../modules/areas/area-platform.ts';
import { notify } from '../modules/notifications/notify.ts';
import { type Actor, buildTestApp, type TestApp } from '../testing/app.ts';
import { makeAreaBuild, makeConsoleFolder } from '../testing/area-builds.ts';
import { serveAreaEvents } from './area-events.ts';
import { registerConsole } from './page.ts';

test('an open page receives the new revision of its registry and nothing else', async () => {
  const { app, open } = await openConsole();
  const page = await open('user');
  expect(page.headers).toMatchObject({ 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  await expect.poll(() => page.revisions().length).toBe(1);

  await app.as('root').get(killArea, { id: 'logs', reason: 'leaks' });
  await expect.poll(() => page.revisions().length).toBe(2);
  const { text } = await app.as('user').send('GET', '/api/console/registry');
  expect(page.revisions()[1]).toBe(JSON.parse(text).rev);
  expect(page.text()).not.toContain('leaks');

  await app.as('root').get(reviveArea, { id: 'logs', reason: 'mended' });
  await expect.poll(() => page.revisions().length).toBe(3);
  expect(page.revisions()[2]).toBe(page.revisions()[0]);
});

test('a page of root receives an event for a rollout that leaves its own registry unchanged', async () => {
  const { app, open } = await openConsole();
  const [page, other] = [await open('root'), await open('user')];
  await expect.poll(() => [page, other].map((one) => one.revisions().length)).toEqual([1, 1]);
  await app.as('root').get(setCanary, { id: 'logs', build_id: 'aaaaaaaaaa', percent: 0 });
  await expect.poll(() => page.revisions().length).toBeGreaterThan(1);
  expect(new Set(page.revisions()).size).toBe(1);
  expect(other.revisions().length).toBe(1);
});

test('the pages of a user alone receive an event when a notification arrives or is read', async () => {
  const { app, open } = await openConsole();
  const [page, other] = [await open('user'), await open('other')];
  const events = (of: typeof page) => of.text().split('event: notifications').length - 1;
  await expect.poll(() => [page, other].map((one) => one.revisions().length)).toEqual([1, 1]);
  const news = { kind: 'payment_received', subject: 'topup:1', facts: { quota: 5, money: '1' } } as const;
  await transact(app.ctx, (tx) => notify(tx, [app.people.user.id], news));
  await expect.poll(() => events(page)).toBeGreaterThan(0);
  await setTimeout(AFTER_POLL_MS);
  const before = events(page);
  expect(before).toBeLessThanOrEqual(MOST_OF_A_CHANGE);
  await app.as('user').get(readNotifications, {});
  await expect.poll(() => events(page)).toBeGreaterThan(before);
  // Nothing is unread any more, so that nothing changes.
  await app.as('user').get(readNotifications, {});
  await app.as('other').get(readNotifications, {});
  await setTimeout(AFTER_POLL_MS);
  expect(events(page)).toBeLessThanOrEqual(before + MOST_OF_A_CHANGE);
  expect(events(other)).toBe(0);
});

/** One at once, and one when the gateway reads the changes of all gateways. */
const MOST_OF_A_CHANGE = 2;
const AFTER_POLL_MS = 700;

test('a user has at most two event streams, a visitor none, and a closed one frees its slot', async () => {
  const { open } = await openConsole();
  const [first] = [await open('user'), await open('user')];
  expect((await open('user')).status).toBe(204);
  expect((await open('other')).status).toBe(200);
  expect((await open('visitor')).status).toBe(204);
  first.close();
  await expect.poll(async () => (await open('user')).status).toBe(200);
});

test('a page that disconnects while its registry is read takes no slot', async () => {
  const app = Fastify();
  const who = { userId: 1, role: 1 } as PageViewer;
  let reads = 0;
  let answer = () => {};
  const registryOf = () => {
    reads += 1;
    return new Promise<RegistrySnapshot>((resolve) => {
      answer = () => resolve({ rev: 'one' } as RegistrySnapshot);
    });
  };
  serveAreaEvents(app, {
    identify: async () => who,
    registryOf,
    onChange: () => {},
    onNotification: () => {},
  });
  onTestFinished(() => app.close());
  const url = `${await app.listen({ host: '127.0.0.1', port: 0 })}/api/console/events`;
  const connections = () => new Promise((resolve) => app.server.getConnections((_, count) => resolve(count)));
  for (let time = 1; time <= 2; time += 1) {
    const request = get(url, { agent: false }).on('error', () => {});
    await expect.poll(() => reads).toBe(time);
    request.destroy();
    await expect.poll(connections).toBe(0);
    answer();
  }
  const status = new Promise((resolve) => {
    const request = get(url, { agent: false }, (response) => {
      resolve(response.statusCode);
      request.destroy();
    }).on('error', () => {});
  });
  await expect.poll(() => reads).toBe(3);
  answer();
  expect(await status).toBe(200);
});

test('a gateway that shuts down does not wait for open pages', async () => {
  const { app, open } = await openConsole();
  const page = await open('user');
  await app.app.close();
  await expect.poll(() => page.hasEnded()).toBe(true);
});

async function openConsole() {
  const folder = makeConsoleFolder([makeAreaBuild('aaaaaaaaaa')]);
  const app = await buildTestApp({
    environment: { CONSOLE_DIR: folder },
    console: (server, ctx) => registerConsole(server, { root: folder, platform: areaPlatform(ctx) }),
  });
  onTestFinished(() => app.close());
  const address = await app.listen();
  return { app, open: (actor: Actor) => listen(app, address, actor) };
}

async function listen(app: TestApp, address: string, actor: Actor) {
  const secret = await app.as(actor).cookie();
  const headers = secret ? { cookie: `sid=${secret}` } : {};
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    get(`${address}/api/console/events`, { headers, agent: false }, resolve).on('error', reject),
  );
  let text = '';
  let hasEnded = false;
  response.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  response.on('end', () => {
    hasEnded = true;
  });
  return {
    status: response.statusCode,
    headers: response.headers,
    text: () => text,
    revisions: () =>
      [...text.matchAll(/^data: (.+)$/gm)].map(([, data = '']) => JSON.parse(data).rev as string),
    hasEnded: () => hasEnded,
    close: () => response.destroy(),
  };
}
