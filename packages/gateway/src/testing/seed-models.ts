import type { Context } from '../core/context.ts';
import { change } from '../modules/shared/change.ts';
import { makeChannel } from './factories.ts';
import { setOption } from './options.ts';

/**
 * Makes models of many vendors, two hundred a channel: most with a ratio, every tenth billed by call, some in
 * one group alone.
 */
export async function seedModels(ctx: Context, count: number): Promise<void> {
  const names = Array.from({ length: count }, (_, index) => nameOf(index));
  for (let start = 0; start < count; start += PER_CHANNEL) {
    const models = names.slice(start, start + PER_CHANNEL).join(',');
    const group = start % (2 * PER_CHANNEL) === 0 ? 'default,vip' : 'default';
    await makeChannel(ctx, { name: `models ${start + 1}`, models, group });
  }
  await price(ctx, names);
}

async function price(ctx: Context, names: readonly string[]): Promise<void> {
  const ratios = names.map((name, index) => [name, (1 + (index % 40)) / 8] as const);
  const prices = names.filter((_, index) => index % 10 === 9).map((name) => [name, 0.04] as const);
  const { ModelRatio, ModelPrice } = ctx.options.current;
  await change(ctx, ['options'], async (tx) => {
    await setOption(tx, 'ModelRatio', toText([...ModelRatio, ...ratios]));
    await setOption(tx, 'ModelPrice', toText([...ModelPrice, ...prices]));
  });
}

function nameOf(index: number): string {
  return `${makers[index % makers.length]}-${1 + (index % 9)}.${index % 7}-${index}`;
}

function toText(entries: readonly (readonly [string, number])[]): string {
  return JSON.stringify(Object.fromEntries(entries));
}

const PER_CHANNEL = 200;
const makers = ['gpt', 'claude', 'gemini', 'deepseek', 'qwen', 'llama', 'mistral', 'grok'];
