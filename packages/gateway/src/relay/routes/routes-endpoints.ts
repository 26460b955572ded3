import { transcriptions, translations } from '../dialects/audio.ts';
import { completions, embeddings, moderations, rerank, speech } from '../dialects/endpoints.ts';
import { imageEdits, imageGenerations, imageVariations } from '../dialects/images.ts';
import { openaiChat } from '../dialects/openai-chat.ts';
import { getSubscription, getUsage } from './dashboard.ts';
import { answering, type Route, relaying } from './serving.ts';

const relayed = [
  ...[completions, embeddings, moderations, rerank],
  ...[imageGenerations, imageEdits, imageVariations],
  ...[speech, transcriptions, translations],
];

/** Endpoints of OpenAI clients other than chat, by path. */
export const endpointRoutes: [string, Record<string, Route>][] = [
  ...relayed.map((dialect): [string, Record<string, Route>] => [
    `/v1/${dialect.id}`,
    { POST: relaying(dialect) },
  ]),
  ...['/dashboard/billing', '/v1/dashboard/billing'].flatMap((path): [string, Record<string, Route>][] => [
    [`${path}/subscription`, { GET: answering(openaiChat, getSubscription) }],
    [`${path}/usage`, { GET: answering(openaiChat, getUsage) }],
  ]),
];

/** The path of embeddings before models were named in the body. */
export function findEngineRoute(method: string, path: string): Route | undefined {
  return method === 'POST' && /^\/v1\/engines\/[^/]+\/embeddings$/.test(path)
    ? relaying(embeddings)
    : undefined;
}
