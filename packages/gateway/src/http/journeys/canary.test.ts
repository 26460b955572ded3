import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createAccessToken,
  createChannel,
  createRedemptions,
  createToken,
  login,
  requestPasswordReset,
  resetPassword,
  saveOption,
  saveUserSetting,
  sendEmailCode,
  updateSelf,
} from '@tollgate/contract';
import { endpoints } from '@tollgate/contract/endpoints';
import { options } from '@tollgate/contract/options';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor } from '../../testing/app.ts';
import { makeUser } from '../../testing/factories.ts';
import { refuseOutboundCalls } from '../../testing/fuzz-rules.ts';
import { buildMailApp, type MailApp } from '../../testing/mail-app.ts';

const password = 'canary-password-1';
const wrongPassword = 'canary-wrong-password-1';
const channelKey = 'sk-canary-channel-key-0001';
const webhookSecret = 'canary-webhook-secret-1';

let app: MailApp;
let logged = '';
/** Secrets that no response may contain, by kind. */
let secrets: Record<string, string>;
/** Every response of the sweep, with its request and its text. */
const answers: { address: string; actor: Actor; text: string }[] = [];

beforeAll(async () => {
  const write = (line: string) => {
    logged += line;
  };
  app = await buildMailApp({ log: { write } });
});
afterAll(() => app.close());

/** Collects the secrets of all users when they are created. */
async function makeSecrets(): Promise<void> {
  await makeUser(app.ctx, { username: 'canary', password, email: 'canary@example.org' });
  const [root, visitor, user] = [app.as('root'), app.as('visitor'), app.as('user')];
  await root.get(createChannel, { type: 1, name: 'c', key: channelKey, models: 'm' });
  const signedIn = await visitor.call(login, { username: 'canary', password });
  await visitor.call(login, { username: 'canary', password: wrongPassword });
  const token = await user.get(createToken, { name: 't' });
  await user.get(saveUserSetting, {
    notify_type: 'webhook',
    quota_warning_threshold: 1,
    webhook_url: 'https://hook.example/',
    webhook_secret: webhookSecret,
  });
  await user.call(updateSelf, { password, original_password: wrongPassword });
  const [redemption = ''] = await root.get(createRedemptions, { name: 'r', quota: 1 });
  const mails = await readMails();
  secrets = {
    password,
    wrongPassword,
    channelKey,
    webhookSecret,
    redemption,
    ...mails,
    option: 'canary-option-',
    tokenKey: token.key,
    accessToken: await user.get(createAccessToken, {}),
    session: /sid=([^;]+)/.exec(String(signedIn.headers['set-cookie']))?.[1] as string,
    ownSession: (await user.cookie()) as string,
  };
  for (const [key, option] of Object.entries(options)) {
    if (option.secret) await root.get(saveOption, { key, value: `canary-option-${key}` });
  }
}

/** Mails contain secrets too: a code, a link, and the password that the link set. */
async function readMails() {
  const visitor = app.as('visitor');
  await visitor.get(sendEmailCode, { email: 'new@example.org' });
  const emailCode = await app.codeFor('new@example.org');
  const tokenIn = (text: string) => /token=(\w+)/.exec(text)?.[1] as string;
  const email = 'canary@example.org';
  await visitor.get(requestPasswordReset, { email });
  const usedLink = tokenIn((await app.mailTo(email)).text);
  const newPassword = await visitor.get(resetPassword, { email, token: usedLink });
  return { emailCode, usedLink, newPassword };
}

/** Sends the reads first and then the writes, as every role. The ids are those of the first rows. */
async function sweep(): Promise<void> {
  const isRead = ({ address, changes }: (typeof endpoints)[number]) => address.startsWith('GET ') && !changes;
  const inOrder = [...endpoints.filter(isRead), ...endpoints.filter((endpoint) => !isRead(endpoint))];
  for (const endpoint of inOrder) {
    for (const actor of ['visitor', 'user', 'other', 'admin', 'root'] as Actor[]) {
      const person = app.as(actor);
      for (const input of [{ id: 1 }, { id: '1', tag_mode: 'true', format: 'jsonl', page_size: 100 }]) {
        const { text, headers } = await person.callLoosely(endpoint, input);
        answers.push({ address: endpoint.address, actor, text: text + JSON.stringify(headers) });
      }
    }
  }
}

/** Only its owner reads a token key; only admins and root read redemption codes, in lists and in files. */
function mayRead(name: string, actor: Actor): boolean {
  if (name === 'tokenKey') return actor === 'user';
  return name === 'redemption' && (actor === 'admin' || actor === 'root');
}

test('no response of any endpoint contains a secret in its body or its headers', async () => {
  await makeSecrets();
  refuseOutboundCalls(app.ctx);
  await sweep();
  expect(answers.length).toBe(endpoints.length * 10);
  for (const { address, actor, text } of answers) {
    for (const [name, secret] of Object.entries(secrets)) {
      if (mayRead(name, actor)) continue;
      expect(text.includes(secret), `${address} shows ${actor} the ${name}`).toBe(false);
    }
  }
});

test('no database, log or journal in the data folder contains a secret in clear', () => {
  const files = readdirSync(app.dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'master.key')
    .map(({ parentPath, name }) => join(parentPath, name));
  expect(files.filter((name) => /\.db(-wal)?$/.test(name)).length).toBeGreaterThan(2);
  for (const file of files) {
    const bytes = readFileSync(file, 'latin1');
    for (const [name, secret] of Object.entries(secrets)) {
      expect(bytes.includes(secret), `${file} holds the ${name}`).toBe(false);
    }
  }
});

test('the log contains no secret, also when code logs one by mistake', () => {
  app.ctx.log.error(
    { err: new Error(`Bearer ${secrets.tokenKey}`), key: channelKey, password },
    `key ${channelKey}`,
  );
  expect(logged).toContain('"level":50');
  expect(logged.split('\n').length).toBeGreaterThan(answers.length / 2);
  for (const [name, secret] of Object.entries(secrets)) expect(logged.includes(secret), name).toBe(false);
});
