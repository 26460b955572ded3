import { getChannel, listLogs, testChannel } from '@tollgate/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { audit } from '../../ledger/index.ts';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import { makeChannel } from '../../testing/factories.ts';
import { type FakeUpstream, fail, startUpstream } from '../../testing/upstream.ts';

let app: TestApp;
let upstream: FakeUpstream;
beforeEach(async () => {
  app = await buildTestApp({ environment: { SSRF_ALLOW: '127.0.0.1/32' } });
  upstream = await startUpstream();
});
afterEach(async () => {
  await app.close();
  await upstream.close();
});

const admin = () => app.as('admin');
const channel = (draft = {}) => makeChannel(app.ctx, { base_url: upstream.url, ...draft });
const show = (id: number) => admin().get(getChannel, { id });

test.each([
  ['text-embedding-3-large,gpt-4o,gpt-4o-mini', 'gpt-4o-mini'],
  ['babbage-unpriced,text-embedding-3-large,gpt-4,gpt-4o', 'gpt-4o'],
  ['dall-e-3,tts-1,first-unpriced,second-unpriced', 'first-unpriced'],
])('a test of a channel with %s calls %s', async (models, model) => {
  await admin().call(testChannel, { id: await channel({ models, test_model: '' }) });
  expect(upstream.calls.map(({ json }) => json.model)).toEqual([model]);
});

test('a test that failed is recorded with its time and without a response time', async () => {
  const id = await channel();
  await admin().call(testChannel, { id });
  upstream.script = fail(500);
  await admin().call(testChannel, { id });
  const { response_time, test_time } = await show(id);
  expect([response_time, test_time > 0]).toEqual([0, true]);
});

test.each([
  ['text/plain', 'ok', /text instead of JSON \(status 200\)/],
  ['text/html', '<!doctype html><p>Hello', /a web page \(status 200\)/],
])('a test that gets %s says so, as a call does', async (type, text, sentence) => {
  upstream.script = (_, response) => {
    response.writeHead(200, { 'content-type': type }).end(text);
  };
  const { body } = await admin().call(testChannel, { id: await channel() });
  expect(body.message).toMatch(sentence);
});

test('a test that gets a refusal without words names the status', async () => {
  upstream.script = (_, response) => {
    response.writeHead(502).end();
  };
  const { body } = await admin().call(testChannel, { id: await channel() });
  expect(body).toMatchObject({ code: 'channel_upstream_status', details: { status: 502 } });
});

test('a model without a price is tested, at no cost', async () => {
  const id = await channel({ models: 'unpriced-model' });
  expect((await admin().call(testChannel, { id })).body).toMatchObject({ success: true });
  const { items } = await admin().get(listLogs, { type: 2 });
  expect(items).toMatchObject([{ model_name: 'unpriced-model', quota: 0, channel: id }]);
  expect((await audit(app.ctx.db, app.ctx.logDb, { graceSeconds: 0 })).failures).toEqual([]);
});
