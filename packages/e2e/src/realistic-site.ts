import path from 'node:path';
import type { ConsoleApi } from './console-api.ts';
import { openAsRoot } from './opened-console.ts';
import { noLimits, startProduct } from './product.ts';
import { startProvider } from './provider.ts';
import { seed } from './seed.ts';

export interface RealisticSite {
  url: string;
  root: ConsoleApi;
  stop(): Promise<void>;
}

const MODELS = ['gpt-4o-mini', 'gpt-4o', 'claude-3-5-haiku-20241022', 'deepseek-chat'];
const FEW = { users: 40, tokens: 30, codes: 30, calls: 2000, models: 40, drawings: 25, tasks: 25 };

/** A gateway as a small company has it: a few providers, people, tokens, and calls of which some failed. */
export async function openRealisticSite(): Promise<RealisticSite> {
  const provider = await startProvider();
  const product = await startProduct({ ...noLimits, SSRF_ALLOW: '127.0.0.0/8' });
  const root = await openAsRoot(product);
  await seed({ DATA_DIR: path.dirname(product.consoleDir) }, FEW);
  for (const [name, type, group] of [
    ['OpenAI production', 1, 'default'],
    ['Anthropic trial account', 14, 'default'],
    ['DeepSeek Asia', 43, 'default,vip'],
    ['Gemini Team Data Science', 24, 'default'],
  ] as const)
    await root.send('POST', '/api/channel/', {
      ...{ name, type, group, key: 'k', base_url: provider.url, models: MODELS.join(), tag: 'production' },
    });
  const keys: string[] = [];
  for (const [name, remain_quota] of [
    ['production', 25_000_000],
    ['laptop', 5_000_000],
    ['nightly evaluation', 50],
  ] as const)
    keys.push(((await root.send('POST', '/api/token/', { name, remain_quota })) as { key: string }).key);
  for (let call = 0; call < 24; call++) {
    const model = [...MODELS, 'unknown-model'][call % 5];
    await fetch(`${product.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer sk-${keys[call % 3]}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Hello' }] }),
    }).then((response) => response.text());
  }
  return {
    url: product.url,
    root,
    stop: async () => {
      await Promise.all([product.stop(), provider.stop()]);
    },
  };
}
