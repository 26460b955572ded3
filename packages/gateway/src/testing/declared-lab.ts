import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createChannel,
  createLimit,
  listOptions,
  pageChannels,
  saveChannelCosts,
  saveOptions,
  setPrices,
  updateChannel,
} from '@tollgate/contract';
import { onTestFinished, vi } from 'vitest';
import { type applyCommand, exportCommand } from '../cli/declared.ts';
import type { Config } from '../config.ts';
import { buildTestApp, type TestApp } from './app.ts';
import type { TestDatabase } from './databases.ts';

const secrets = {
  TOLLGATE_SMTP_TOKEN: 'mail-secret-1',
  TOLLGATE_CHANNEL_OPENAI_KEY: 'sk-open-1',
  TOLLGATE_CHANNEL_OPENAI_2_KEY: 'sk-open-2',
  TOLLGATE_CHANNEL_PROXIED_KEY: 'sk-proxied\nsk-second',
  TOLLGATE_CHANNEL_PROXIED_PROXY_PASSWORD: 'p@ss word',
};

/** A gateway with its commands. */
export async function startDeclaredLab(database?: TestDatabase) {
  const app: TestApp = await buildTestApp(database ? { database: await database.create() } : {});
  onTestFinished(() => app.close());
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-declared-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'tollgate.yaml');
  const root = app.as('root');
  const run = async (
    command: typeof applyCommand,
    text: string,
    { flags = [], config = app.ctx.config }: { flags?: string[]; config?: Config } = {},
  ) => {
    writeFileSync(path, text);
    const printed: string[] = [];
    const write = vi
      .spyOn(process.stdout, 'write')
      .mockImplementation((line) => printed.push(String(line)) > 0);
    try {
      await command(config, [path, ...flags]);
    } finally {
      write.mockRestore();
    }
    await app.ctx.options.reload();
    return printed.join('');
  };
  return {
    ...{ app, root, folder, run },
    async write(config?: Config) {
      await run(exportCommand, '', { flags: ['--force'], ...(config && { config }) });
      return readFileSync(path, 'utf8');
    },
    setSecrets(more: Record<string, string> = {}) {
      for (const [name, value] of Object.entries({ ...secrets, ...more })) vi.stubEnv(name, value);
      onTestFinished(() => void vi.unstubAllEnvs());
    },
    optionText: async (key: string) =>
      (await root.get(listOptions, {})).find((option) => option.key === key)?.value,
  };
}

/** Something of everything that a file can have, with values that are hard to write. */
export async function fillGateway({ root }: Awaited<ReturnType<typeof startDeclaredLab>>): Promise<void> {
  const texts = {
    SystemName: 'Our gateway',
    Notice: '# Notice\n\n  - "quoted": yes\r\n\ttab, 中文, 𝒳 \u0000'.replace('\u0000', ''),
    GroupRatio: '{ "default": 1, "vip": 0.5, "010": 2 }',
    RegisterEnabled: 'false',
    RetryTimes: '3',
    SensitiveWords: 'one\ntwo words\n- three',
    Chats: '[{ "App": "https://chat.example/?key={key}" }]',
    PriceAdjustments: '{ "gpt-4o*": { "cache_read": 0.5 } }',
    SMTPToken: secrets.TOLLGATE_SMTP_TOKEN,
  };
  delete (texts as Partial<typeof texts>).PriceAdjustments;
  await root.get(saveOptions, { options: Object.entries(texts).map(([key, value]) => ({ key, value })) });
  const price = { input: 0.3, output: 2.5, cache_read: 0.07, cache_write: null, cache_write_hour: null };
  await root.get(setPrices, {
    prices: [{ model: 'house-model', price: { ...price, per_call: null, per_second: null } }],
  });
  for (const key of [secrets.TOLLGATE_CHANNEL_OPENAI_KEY, secrets.TOLLGATE_CHANNEL_OPENAI_2_KEY])
    await root.get(createChannel, { type: 1, name: 'openai', models: 'gpt-4o,house-model', key });
  await root.get(createChannel, {
    ...{ type: 14, name: 'proxied', models: 'claude', group: 'default,vip', key: 'sk-proxied' },
    ...{ base_url: 'http://10.1.2.3:8080/', priority: 9, weight: 3, auto_ban: 0, tag: 'eu' },
    setting: '{"proxy":"http://me:p%40ss%20word@proxy.example:3128"}',
    model_mapping: '{ "claude": "claude-x" }',
    param_override: '{"seed":12345678901234567890}',
  });
  const [proxied, , openai] = (await root.get(pageChannels, {})).items;
  await root.get(updateChannel, { id: proxied?.id ?? 0, key: 'sk-second', key_mode: 'append', status: 2 });
  const none = { input: null, output: null, cache_read: null, cache_write: null, cache_write_hour: null };
  const cost = { models: '*', factor: 0.8, ...none, per_call: null, per_second: null };
  await root.get(saveChannelCosts, { id: openai?.id ?? 0, costs: [cost] });
  const rule = { resource: 'quota', amount: 5000, window: 'day' } as const;
  await root.get(createLimit, {
    ...rule,
    name: 'vip group',
    scope: 'group',
    scope_id: 'vip',
    time_zone: 'Asia/Shanghai',
  });
  await root.get(createLimit, { ...rule, scope: 'channel', scope_id: proxied?.id ?? 0, models: 'a*,b' });
  await root.get(createLimit, {
    ...rule,
    name: 'each user',
    scope: 'user',
    scope_id: 'each',
    when_full: 'wait',
    wait_seconds: 5,
    warn_at: [90, 50],
  });
  await root.get(createLimit, { ...rule, name: 'of a person', scope: 'user', scope_id: 1 });
}

/** A file with a channel `a`, whose fourth line is this one. */
export function channelFile(line: string): string {
  return `channels:\n  - name: a\n    type: 1\n    ${line}\n    models: [m]`;
}

/** A file with a limit `everyone`. */
export function limitFile(lines: string): string {
  return `limits:\n  - name: everyone\n    ${lines}\n    resource: quota\n    amount: 5`;
}
