import { BY_KEY } from './auth.ts';
import { createDecoder, decodeAnswer } from './gemini-answer.ts';
import { embeddings, images } from './gemini-embeddings.ts';
import { encodeContents } from './gemini-request.ts';
import { readThinking, thinkingEdits } from './gemini-thinking.ts';
import { geminiUsage } from './gemini-usage.ts';
import { CHUNKS, JSON_OR_SSE } from './operation.ts';
import type { Address, Operation, Provider, Target } from './provider.ts';
import { NO_TRANSLATION } from './translation.ts';

/** https://ai.google.dev/api/generate-content */
export const gemini: Provider = {
  chat: {
    native: 'gemini',
    modelInAddress: true,
    stream: { kind: 'events', createReader: createDecoder },
    auth: BY_KEY,
    transport: JSON_OR_SSE,
    usage: geminiUsage,
    address: (target) =>
      addressOf(target, target.stream ? 'streamGenerateContent?alt=sse' : 'generateContent'),
    edits: thinkingEdits,
    translate: {
      kind: 'chat',
      conversion: { searchesWeb: true, encode: encodeContents, decode: decodeAnswer, createDecoder },
    },
  },
  others: [
    asCalled('gemini-embed', 'embedContent'),
    asCalled('gemini-count', 'countTokens'),
    embeddings(addressOf),
    images(addressOf),
  ],
};

/** Endpoints that Google's clients call by name. */
function asCalled(native: 'gemini-embed' | 'gemini-count', task: string): Operation {
  return {
    native,
    modelInAddress: true,
    stream: CHUNKS,
    auth: BY_KEY,
    transport: JSON_OR_SSE,
    usage: geminiUsage,
    translate: NO_TRANSLATION,
    address: (target) => addressOf(target, target.task ?? task),
    edits: renameModels,
  };
}

/** Renames the model in bodies that repeat it, because it must match the path. */
function renameModels(
  { model, requests }: Readonly<Record<string, unknown>>,
  { model: name }: Target,
): [string, unknown][] {
  const full = `models/${name}`;
  const isOther = (each: unknown) => typeof each === 'string' && each !== full;
  const renamed = Array.isArray(requests) && requests.some((each) => isOther(each?.model));
  return [
    ...(isOther(model) ? ([['model', full]] as [string, unknown][]) : []),
    ...(renamed
      ? ([['requests', requests.map((each) => ({ ...each, model: full }))]] as [string, unknown][])
      : []),
  ];
}

function addressOf(target: Target, task: string): Address {
  const { baseUrl, key, options } = target;
  const { model } = readThinking(target, undefined);
  const versions = options['gemini.version_settings'];
  const version = versions.get(model) ?? versions.get('default') ?? 'v1beta';
  return {
    url: `${baseUrl}/${version}/models/${encodeURIComponent(model)}:${task}`,
    headers: { 'x-goog-api-key': key },
  };
}
