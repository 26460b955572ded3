import { createDecoder, decodeAnswer } from './gemini-answer.ts';
import { embeddings, images } from './gemini-embeddings.ts';
import { encodeContents } from './gemini-request.ts';
import { readThinking, thinkingEdits } from './gemini-thinking.ts';
import { readUsage } from './gemini-usage.ts';
import type { Address, Operation, Provider, Target } from './provider.ts';

const common = {
  streamUsage: false,
  modelInAddress: true,
  findUsage: ({ usageMetadata }: Readonly<Record<string, unknown>>) => usageMetadata,
  readUsage,
};

/** https://ai.google.dev/api/generate-content */
export const gemini: Provider = {
  chat: {
    ...common,
    native: 'gemini',
    address: (target) =>
      addressOf(target, target.stream ? 'streamGenerateContent?alt=sse' : 'generateContent'),
    edits: thinkingEdits,
    createStreamReader: createDecoder,
    convert: { encode: encodeContents, decode: decodeAnswer, createDecoder },
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
    ...common,
    native,
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
