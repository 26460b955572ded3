import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkForUpdates, saveOption } from '@tollgate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { version } from '../../modules/settings/version.ts';
import { buildTestApp, type TestApp } from '../../testing/app.ts';

let app: TestApp;
let feed: Server;
let answer: (response: ServerResponse) => void;
let requests: { url: string | undefined; agent: string | undefined }[] = [];

beforeAll(async () => {
  feed = createServer((request, response) => {
    requests.push({ url: request.url, agent: request.headers['user-agent'] });
    answer(response);
  });
  await new Promise<void>((resolve) => feed.listen(0, '127.0.0.1', resolve));
  app = await buildTestApp({ environment: { SSRF_ALLOW: '127.0.0.0/8' } });
});
afterAll(async () => {
  await app.close();
  feed.closeAllConnections();
  feed.close();
});

const feedUrl = () => `http://127.0.0.1:${(feed.address() as AddressInfo).port}/repos/a/b/releases/latest`;

async function setFeed(value: string) {
  const { body, text } = await app.as('root').call(saveOption, { key: 'UpdateFeedUrl', value });
  return { body, text };
}

async function check(feed: unknown, status = 200) {
  requests = [];
  answer = (response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof feed === 'string' ? feed : JSON.stringify(feed));
  };
  await setFeed(feedUrl());
  return (await app.as('root').call(checkForUpdates, {})).body;
}

const release = {
  tag_name: 'v99.0.0',
  body: '## New\n\n- faster',
  html_url: 'https://releases.example/v99.0.0',
  draft: false,
  prerelease: false,
};

// @spec C063 H078
test('the update check reads the release feed and answers a newer version with notes and link', async () => {
  const { data } = await check(release);
  expect(data).toEqual({
    current: version,
    latest: 'v99.0.0',
    is_newer: true,
    notes: release.body,
    link: release.html_url,
  });
  expect(requests).toEqual([{ url: '/repos/a/b/releases/latest', agent: 'tollgate' }]);
});

// @spec C063
test.each([
  ['the same version', version],
  ['an older one', '0.0.1'],
])('%s is not reported as an update', async (_, tag_name) => {
  expect((await check({ ...release, tag_name })).data).toMatchObject({ latest: tag_name, is_newer: false });
});

// @spec C063
test('a feed with a list uses the newest release without drafts, pre-releases and invalid versions', async () => {
  const list = [
    { ...release, tag_name: 'v99.2.0' },
    { ...release, tag_name: 'v99.10.0' },
    { ...release, tag_name: 'v100.0.0', prerelease: true },
    { ...release, tag_name: 'v101.0.0', draft: true },
    { ...release, tag_name: 'nightly' },
  ];
  expect((await check(list)).data).toMatchObject({ latest: 'v99.10.0' });
});

// @spec C063
test.each([
  ['a number in parts is compared by value', ['99.9.0', '99.10.0', '99.2.0'], '99.10.0'],
  ['a release candidate comes before its version', ['v99.0.0-rc.1', '99.0.0', '99.0.0-rc.2'], '99.0.0'],
  ['numbers of release candidates are compared by value', ['99.0.0-rc.2', '99.0.0-rc.11'], '99.0.0-rc.11'],
  ['a tag with fewer or more parts is no version', ['100.0', '100', '100.0.0.1', '99.0.0'], '99.0.0'],
  ['a tag with a leading zero is no version', ['0100.0.0', '99.0.0'], '99.0.0'],
])('%s', async (_, tags, latest) => {
  const list = tags.map((tag_name) => ({ ...release, tag_name }));
  expect((await check(list)).data).toMatchObject({ latest, is_newer: true });
});

// @spec C063
test('a release without notes, or with a link that is no web address, has none', async () => {
  const { data } = await check({ tag_name: '99.0.0', body: null, html_url: 'javascript:alert(1)' });
  expect(data).toMatchObject({ notes: '', link: '', is_newer: true });
});

// @spec I034
test.each([
  ['a failure', { message: 'rate limit' }, 403],
  ['a redirect', '', 302],
  ['no JSON', '<html>hello</html>', 200],
  ['something else', { hello: 1 }, 200],
  ['no release', [], 200],
  ['a tag that is no version', { ...release, tag_name: 'latest' }, 200],
  ['more than anybody reads', { ...release, body: 'x'.repeat(2_000_000) }, 200],
])('a feed that answers %s: the check failed, retry later', async (_, feed, status) => {
  expect(await check(feed, status)).toMatchObject({
    success: false,
    code: 'update_check_failed',
    message: "Couldn't check for updates. Try again later.",
  });
});

// @spec I034
test('the sentence is also available in Chinese', async () => {
  await check('', 500);
  const { body } = await app
    .as('root')
    .send('GET', '/api/status/update', { headers: { 'accept-language': 'zh-CN' } });
  expect(body).toMatchObject({ message: '检查更新失败，请稍后再试' });
});

// @spec C063
test('the update check sends no request and says so when no feed is set', async () => {
  await check(release);
  await setFeed('');
  requests = [];
  const { body } = await app.as('root').call(checkForUpdates, {});
  expect(body).toMatchObject({ success: false, code: 'update_feed_missing' });
  expect(requests).toEqual([]);
});

// @spec C063
test('only a web address is accepted as a feed', async () => {
  const { body } = await setFeed('file:///etc/passwd');
  expect(body).toMatchObject({ success: false, code: 'option_invalid' });
});

// @spec C063
test('a private address that the operator did not allow is not dialled', async () => {
  const guarded = await buildTestApp();
  requests = [];
  await guarded.as('root').call(saveOption, { key: 'UpdateFeedUrl', value: feedUrl() });
  const { body } = await guarded.as('root').call(checkForUpdates, {});
  expect(body).toMatchObject({ success: false, code: 'update_check_failed' });
  expect(requests).toEqual([]);
  await guarded.close();
});
