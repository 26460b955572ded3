import type { Dialect } from '../dialects/dialect.ts';
import { gemini, geminiCount, geminiEmbed } from '../dialects/gemini.ts';
import { relayCount } from '../prompt/count.ts';
import { getModel, listModels } from './models.ts';
import { answering, notBuilt, type Route, relaying, unknown } from './serving.ts';

/** Paths of Google's clients: `/v1beta/models/{model}:{task}`, also with `/v1`. */
export function findGoogleRoute(method: string, path: string): Route | undefined {
  const task = /^\/v1(?:beta)?\/models\/.+:(\w+)$/.exec(path)?.[1];
  if (task !== undefined && method === 'POST') return tasks.get(task) ?? notBuilt(gemini);
  if (!/^\/v1beta(\/|$)/.test(path)) return undefined;
  if (method !== 'GET') return unknown(gemini, method, path);
  if (path === '/v1beta/models') return answering(gemini, listModels);
  const model = /^\/v1beta\/models\/([^/]+)$/.exec(path)?.[1];
  return model === undefined
    ? unknown(gemini, method, path)
    : answering(gemini, (ctx, exchange) => getModel(ctx, exchange, model));
}

const count: Route = {
  dialect: geminiCount,
  serve: (ctx, exchange) => relayCount(ctx, exchange, geminiCount, (tokens) => ({ totalTokens: tokens })),
};

const tasks = new Map<string, Route>([
  ...served(gemini, 'generateContent', 'streamGenerateContent'),
  ...served(geminiEmbed, 'embedContent', 'batchEmbedContents'),
  ['countTokens', count],
]);

function served(dialect: Dialect, ...names: string[]): [string, Route][] {
  return names.map((name) => [name, relaying(dialect)]);
}
