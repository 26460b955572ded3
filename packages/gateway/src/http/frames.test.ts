import { saveOption } from '@tollgate/contract';
import type { OptionKey } from '@tollgate/contract/options';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../testing/app.ts';
import { pageHeaders } from './page-headers.ts';
import { pagePolicy } from './page-policy.ts';

let house: TestApp;
beforeAll(async () => {
  house = await buildTestApp();
});
afterAll(() => house.close());

async function save(values: Partial<Record<OptionKey, string>>): Promise<void> {
  for (const [key, value] of Object.entries(values))
    await house.as('root').get(saveOption, { key: key as OptionKey, value });
}

const open = (url: string) => house.app.inject(url);

test('the page of a widget exists only while its option is on', async () => {
  for (const url of ['/embed/turnstile', '/embed/telegram']) expect((await open(url)).statusCode).toBe(404);
  await save({
    TurnstileSiteKey: '1x"><script>',
    TurnstileSecretKey: 's3cret',
    TurnstileCheckEnabled: 'true',
  });
  await save({ TelegramBotToken: '7:secret', TelegramBotName: 'gate_bot', TelegramOAuthEnabled: 'true' });
  for (const url of ['/embed/turnstile', '/embed/telegram']) expect((await open(url)).statusCode).toBe(200);
});

test('the page of the human check may reach only its provider, and its key cannot add markup', async () => {
  await save({
    TurnstileSiteKey: '1x"><script>',
    TurnstileSecretKey: 's3cret',
    TurnstileCheckEnabled: 'true',
  });
  const { body, headers } = await open('/embed/turnstile');
  expect(body).toContain('data-site-key="1x&#34;&#62;&#60;script&#62;"');
  expect(String(headers['content-security-policy']).split('; ')).toEqual([
    "default-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    "script-src 'self' https://challenges.cloudflare.com",
    'frame-src https://challenges.cloudflare.com',
    'connect-src https://challenges.cloudflare.com',
    "style-src 'unsafe-inline'",
  ]);
  expect((await open('/embed/turnstile.js')).headers['content-type']).toContain('text/javascript');
});

test('the page of the sign-in widget contains the name of the bot and not its token', async () => {
  await save({ TelegramBotToken: '7:secret', TelegramBotName: 'gate_bot', TelegramOAuthEnabled: 'true' });
  const { body } = await open('/embed/telegram?language=en');
  expect(body).toContain('data-telegram-login="gate_bot"');
  expect(body).toContain('data-lang="en"');
  expect(body).not.toContain('secret');
});

const nothing = { HomePageContent: '', About: '', Chats: [], PayAddress: '', TelegramOAuthEnabled: false };
const rules = (options: Partial<Parameters<typeof pagePolicy>[0]>) =>
  pageHeaders(pagePolicy({ ...nothing, ...options }))['content-security-policy']?.split('; ');

test('the console frames its own pages and the addresses in the options', () => {
  expect(rules({})).toContain("frame-src 'self'");
  expect(
    rules({
      HomePageContent: ' https://home.example/welcome?x=1 ',
      About: '# Not an address',
      Chats: [{ Next: 'https://chat.example/#/?key={key}' }, { App: 'cherrystudio://x' }],
    }),
  ).toContain("frame-src 'self' https://home.example https://chat.example");
  expect(rules({ PayAddress: 'https://pay.example/submit' })).toContain(
    "form-action 'self' https://pay.example",
  );
});

test.each(['https://x.example; script-src *', 'https://x.example/;script-src *', 'javascript:alert(1)'])(
  'the option %s cannot add a policy rule',
  (text) => {
    const all = rules({ HomePageContent: text })?.join('; ') ?? '';
    expect(all).toContain("script-src 'self';");
    expect(all.match(/script-src/g)).toHaveLength(1);
  },
);

test('the page isolates itself from its popups unless a sign-in window reports back', () => {
  const opener = (on: boolean) =>
    pageHeaders(pagePolicy({ ...nothing, TelegramOAuthEnabled: on }))['cross-origin-opener-policy'];
  expect([opener(false), opener(true)]).toEqual(['same-origin', 'same-origin-allow-popups']);
});
