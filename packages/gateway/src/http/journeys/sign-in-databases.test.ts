import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '../../ledger/index.ts';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import { openBrowser, type TestBrowser } from '../../testing/browser.ts';
import { describeDatabases } from '../../testing/databases.ts';
import { makeUser } from '../../testing/factories.ts';
import {
  redirectOutbound,
  type SignInProvider,
  signTelegram,
  startGithub,
} from '../../testing/sign-in-providers.ts';

const BOT_TOKEN = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw';
const GIFT = 700;

describeDatabases('concurrent sign-ins through providers', (database) => {
  let app: TestApp;
  let github: SignInProvider;

  beforeAll(async () => {
    app = await buildTestApp({
      database: await database.create(),
      environment: { SSRF_ALLOW: '127.0.0.0/8' },
    });
    github = await startGithub();
    redirectOutbound(app.ctx, { 'https://github.com': github.url, 'https://api.github.com': github.url });
    const options = {
      GitHubClientId: github.client.id,
      GitHubClientSecret: github.client.secret,
      GitHubOAuthEnabled: 'true',
      TelegramBotToken: BOT_TOKEN,
      TelegramOAuthEnabled: 'true',
      QuotaForNewUser: String(GIFT),
    };
    for (const [key, value] of Object.entries(options)) {
      await app.as('root').send('PUT', '/api/option/', { body: { key, value } });
    }
  });
  afterAll(() => Promise.all([app?.close(), github?.close()]));

  async function leave(browser: TestBrowser, id: number, intent: 'login' | 'bind' = 'login') {
    const { body } = await browser.send<{ url: string }>('POST', '/api/oauth/github/start', {
      body: { intent },
    });
    return github.agree(body.data.url, { id, login: `login-${id}` });
  }

  async function someone(columns: object = { password: 'correct horse' }): Promise<TestBrowser> {
    const { id, username } = await makeUser(app.ctx, { password: 'correct horse', ...columns });
    const browser = openBrowser(app);
    await browser.send('POST', '/api/user/login', { body: { username, password: 'correct horse' } });
    browser.userId = id;
    return browser;
  }

  const countUsers = async () => (await app.ctx.db.selectFrom('users').select('id').execute()).length;

  test('by eight browsers with the same new identity all get one account with one gift', async () => {
    const before = await countUsers();
    const browsers = Array.from({ length: 8 }, () => openBrowser(app));
    const backs = await Promise.all(browsers.map((browser) => leave(browser, 1)));
    const answers = await Promise.all(
      browsers.map((browser, at) => browser.signIn('GET', `/api/oauth/github?${backs[at]}`)),
    );
    expect(answers.map(({ body }) => body.code ?? 'in')).toEqual(answers.map(() => 'in'));
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    expect(await countUsers()).toBe(before + 1);
    const self = await (browsers[7] as TestBrowser).send<{ quota: number }>('GET', '/api/user/self');
    expect(self.body.data.quota).toBe(GIFT);
  });

  test('by eight new users create an account for each', async () => {
    const browsers = Array.from({ length: 8 }, () => openBrowser(app));
    const backs = await Promise.all(browsers.map((browser, at) => leave(browser, 100 + at)));
    const answers = await Promise.all(
      browsers.map((browser, at) => browser.signIn('GET', `/api/oauth/github?${backs[at]}`)),
    );
    expect(answers.map(({ body }) => body.code ?? 'in')).toEqual(answers.map(() => 'in'));
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(8);
  });

  test('with the same state succeed once out of eight', async () => {
    const browser = openBrowser(app);
    const back = await leave(browser, 2);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => browser.send('GET', `/api/oauth/github?${back}`)),
    );
    expect(answers.filter(({ body }) => body.success)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(7);
  });

  test('that bind the same identity for two users succeed for one', async () => {
    const pair = [await someone(), await someone()];
    const backs = await Promise.all(pair.map((browser) => leave(browser, 3, 'bind')));
    const answers = await Promise.all(
      pair.map((browser, at) => browser.send('GET', `/api/oauth/github?${backs[at]}`)),
    );
    expect(answers.map(({ body }) => body.code ?? body.message).sort()).toEqual(['bind', 'identity_taken']);
    const shown = await app.ctx.db
      .selectFrom('users')
      .select('id')
      .where('github_id', '=', 'login-3')
      .execute();
    expect(shown).toHaveLength(1);
  });

  test('keep the last identity when two are unbound at once', async () => {
    const browser = await someone();
    await browser.send('GET', `/api/oauth/github?${await leave(browser, 4, 'bind')}`);
    const auth_date = Math.floor(Date.now() / 1000);
    const data = signTelegram(BOT_TOKEN, { id: 4, first_name: 'T', auth_date });
    expect((await browser.send('GET', `/api/oauth/telegram/bind?${data}`)).status).toBe(302);
    await app.ctx.db
      .updateTable('users')
      .set({ password_hash: '' })
      .where('id', '=', browser.userId)
      .execute();
    const answers = await Promise.all(
      ['github', 'telegram'].map((provider) => browser.send('DELETE', `/api/oauth/${provider}/bind`)),
    );
    expect(answers.map(({ body }) => body.code ?? 'off').sort()).toEqual(['last_sign_in', 'off']);
  });

  test('with the same Telegram data succeed once', async () => {
    const browser = await someone();
    const at = Math.floor(Date.now() / 1000);
    const bound = signTelegram(BOT_TOKEN, { id: 5, first_name: 'T', auth_date: at - 1 });
    await browser.send('GET', `/api/oauth/telegram/bind?${bound}`);
    const data = signTelegram(BOT_TOKEN, { id: 5, first_name: 'T', auth_date: at });
    const answers = await Promise.all(
      [1, 2, 3].map(() => openBrowser(app).send('GET', `/api/oauth/telegram/login?${data}`)),
    );
    expect(answers.filter(({ body }) => body.success)).toHaveLength(1);
  });

  test('leave a ledger that passes the audit', async () => {
    expect((await audit(app.ctx.db, app.ctx.logDb)).failures).toEqual([]);
  });
});
