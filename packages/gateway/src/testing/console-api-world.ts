import { createRedemptions, pageRedemptions, saveOption } from '@tollgate/contract';
import { buildTestApp, type TestApp } from './app.ts';
import { makeChannel, makeLogs, makeToken, makeUser } from './factories.ts';
import { type ReceivedCall, sendJson, startUpstream } from './upstream.ts';

/** A gateway with one row of everything that the console API shows, and a second one for deletions. */
export interface ConsoleApiWorld extends TestApp {
  readonly ids: Record<
    'token' | 'spareToken' | 'channel' | 'spareChannel' | 'code' | 'spareCode' | 'person' | 'sparePerson',
    number
  >;
  readonly tokenKey: string;
  readonly codeKey: string;
}

export async function buildConsoleApiWorld(): Promise<ConsoleApiWorld> {
  const upstream = await startUpstream(answerAnything);
  const app = await buildTestApp({ environment: { SSRF_ALLOW: '127.0.0.1/32' } });
  const { user, admin } = app.people;
  for (const [key, value] of Object.entries(settings)) await app.as('root').get(saveOption, { key, value });
  const codes = await app.as('admin').get(createRedemptions, { name: 'code', quota: 7, count: 3 });
  const { items } = await app.as('admin').get(pageRedemptions, {});
  const [code, spareCode] = items.filter(({ key }) => key !== codes[0]);
  const token = await makeToken(app.ctx, user);
  const made = { base_url: upstream.url, tag: 'tag', models: 'gpt-4o' };
  await makeRows(app);
  return {
    ...app,
    tokenKey: token.key,
    codeKey: codes[0] as string,
    ids: {
      token: token.id,
      spareToken: (await makeToken(app.ctx, user)).id,
      channel: await makeChannel(app.ctx, made),
      spareChannel: await makeChannel(app.ctx, { ...made, tag: null }),
      code: code?.id as number,
      spareCode: spareCode?.id as number,
      person: (await makeUser(app.ctx, { username: 'person' })).id,
      sparePerson: (await makeUser(app.ctx)).id,
    },
    async close() {
      await app.close();
      await upstream.close();
    },
  };

  async function makeRows({ ctx }: TestApp): Promise<void> {
    const created_at = Math.floor(ctx.now() / 1000);
    await makeLogs(ctx, [
      {
        user_id: user.id,
        username: user.username,
        token_id: token.id,
        model_name: 'gpt-4o',
        other: '{"a":1}',
      },
      { user_id: admin.id, username: admin.username, type: 3, content: 'did', other: '' },
    ]);
    const drawing = { user_id: user.id, action: 'IMAGINE', submit_time: created_at * 1000, mj_id: 'm1' };
    await ctx.db.insertInto('midjourneys').values(drawing).execute();
    const task = { user_id: user.id, task_id: 't1', platform: 'suno', created_at, updated_at: created_at };
    await ctx.db.insertInto('tasks').values(task).execute();
  }
}

const settings = {
  ServerAddress: 'https://gate.example',
  PayAddress: 'https://pay.example',
  EpayId: '1001',
  EpayKey: 'merchant-secret-4711',
  Chats: '[{"Chat":"https://chat.example/{key}"}]',
};

/** A provider that lists models, answers a question, and has balance left. */
function answerAnything({ path }: ReceivedCall, response: Parameters<typeof sendJson>[0]): void {
  const answers: Record<string, unknown> = {
    '/v1/models': { object: 'list', data: [{ id: 'gpt-4o', object: 'model' }] },
    '/v1/dashboard/billing/subscription': { hard_limit_usd: 120 },
    '/v1/dashboard/billing/usage': { total_usage: 2050 },
    '/v1/chat/completions': {
      id: 'c',
      object: 'chat.completion',
      choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    },
  };
  sendJson(response, 200, answers[path.split('?')[0] ?? ''] ?? {});
}
