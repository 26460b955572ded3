import { createChannel } from '@tollgate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

test.each([
  'http://169.254.169.254/latest',
  'http://2852039166',
  'http://[fd00:ec2::254]',
  'http://100.100.100.200',
])('root cannot point a channel at %s, where clouds serve machine credentials', async (base_url) => {
  const draft = { type: 1, name: 'east', key: 'sk-1', models: 'gpt-4o', group: 'default', base_url };
  const refused = await app.as('root').call(createChannel, draft);
  expect(refused.body).toMatchObject({ success: false, code: 'channel_host_metadata' });
  expect(app.ctx.options.current.ChannelPrivateHosts).toEqual([]);
});
