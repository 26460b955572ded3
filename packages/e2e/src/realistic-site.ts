import path from 'node:path';
import type { ConsoleApi } from './console-api.ts';
import { EARLIER, makeConsoleRoot } from './console-root.ts';
import { openAsRoot } from './opened-console.ts';
import { noLimits, startProduct } from './product.ts';
import { startProvider } from './provider.ts';
import { seed } from './seed.ts';

export interface RealisticSite {
  url: string;
  root: ConsoleApi;
  stop(): Promise<void>;
}

interface Token {
  id: number;
  key: string;
}

const MODELS = ['gpt-4o-mini', 'gpt-4o', 'claude-3-5-haiku-20241022', 'deepseek-chat'];
const FEW = { users: 40, tokens: 30, codes: 30, calls: 2000, models: 40, drawings: 25, tasks: 25 };

/** A gateway as a small company has it: a few providers, people, tokens, and calls of which some failed. */
export async function openRealisticSite(): Promise<RealisticSite> {
  const provider = await startProvider();
  const files = makeConsoleRoot({ withEarlierBuildOf: 'logs' });
  const product = await startProduct({ ...noLimits, CONSOLE_DIR: files.root, SSRF_ALLOW: '127.0.0.0/8' });
  const root = await openAsRoot(product);
  await seed({ DATA_DIR: path.dirname(product.consoleDir) }, FEW);
  // The provider streams in OpenAI's format alone, so the models that places stream are not at the others.
  for (const [name, type, group, models] of [
    ['OpenAI production', 1, 'default', MODELS],
    ['Anthropic trial account', 14, 'default', MODELS.slice(2)],
    ['DeepSeek Asia', 43, 'default,vip', MODELS],
    ['Gemini Team Data Science', 24, 'default', MODELS.slice(2)],
  ] as const)
    await root.send('POST', '/api/channel/', {
      ...{ name, type, group, key: 'k', base_url: provider.url, models: models.join(), tag: 'production' },
    });
  await decide(root);
  const keys: string[] = [];
  for (const [name, remain_quota] of [
    ['production', 25_000_000],
    ['laptop', 5_000_000],
    ['nightly evaluation', 50],
  ] as const) {
    const token = (await root.send('POST', '/api/token/', { name, remain_quota })) as Token;
    keys.push(token.key);
    if (name === 'laptop') await limitRequests(root, token);
  }
  for (let call = 0; call < 24; call++) {
    const model = [...MODELS, 'unknown-model'][call % 5];
    await callModel(product.url, keys[call % 3], model);
  }
  await refuseChannel(root, { url: product.url, providerUrl: provider.url });
  return {
    url: product.url,
    root,
    stop: async () => {
      await Promise.all([product.stop(), provider.stop()]);
      files.remove();
    },
  };
}

/** What administrators decide: limits, costs, an incident, and a promotion that waits. */
async function decide(root: ConsoleApi): Promise<void> {
  await root.send('PUT', '/api/option/', { key: 'StatusPageEnabled', value: 'true' });
  for (const rule of [
    { scope: 'token', scope_id: 'each', resource: 'tokens', amount: 100_000, name: 'Fair use' },
    { scope: 'group', scope_id: 'default', resource: 'quota', amount: 50_000_000, name: 'Team budget' },
    { scope: 'channel', scope_id: 2, resource: 'requests', amount: 40, name: '' },
  ])
    await root.send('POST', '/api/limit/', { ...rule, window: 'day' });
  await root.send('PUT', '/api/channel/cost', { id: 2, costs: [{ models: '*', factor: 0.8 }] });
  await root.send('POST', '/api/incident/', {
    title: 'Slow responses of gpt-4o',
    text: 'The provider has reduced capacity. Requests take up to a minute.',
    models: ['gpt-4o'],
  });
  await root.send('PUT', '/api/console/areas/logs/approval', { needed: true });
  await root.send('PUT', '/api/console/areas/logs/channels/stable', { build_id: EARLIER });
}

/** Of a token that sends eight. */
async function limitRequests(root: ConsoleApi, { id }: Token): Promise<void> {
  const rule = {
    scope: 'token',
    scope_id: id,
    resource: 'requests',
    amount: 9,
    window: 'day',
    name: 'Trial',
  };
  await root.send('POST', '/api/limit/', rule);
}

/** The gateway disables a channel whose key is refused, and notifies administrators. */
async function refuseChannel(root: ConsoleApi, site: { url: string; providerUrl: string }): Promise<void> {
  await root.send('PUT', '/api/option/', { key: 'AutomaticDisableChannelEnabled', value: 'true' });
  const channel = {
    type: 1,
    name: 'Refused key',
    key: 'wrong',
    base_url: site.providerUrl,
    models: 'gpt-4.1',
  };
  await root.send('POST', '/api/channel/', channel);
  const token = { name: 'trial', unlimited_quota: true };
  const { key } = (await root.send('POST', '/api/token/', token)) as Token;
  await callModel(site.url, key, 'gpt-4.1');
}

async function callModel(url: string, key = '', model = ''): Promise<void> {
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer sk-${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Hello' }] }),
  });
  await response.text();
}
