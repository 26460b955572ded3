import {
  findRerankUsage,
  findTranscriptUsage,
  readSilentUsage,
  readTranscriptUsage,
} from './endpoint-usage.ts';
import { readUsage } from './openai-usage.ts';
import type { EndpointId, Operation, Target } from './provider.ts';
import { readRealtimeUsage } from './realtime-usage.ts';

export type OpenaiEndpoint = Exclude<EndpointId, `messages/${string}` | `gemini-${string}`>;

/** Paths of OpenAI's endpoints at a vendor. */
export type EndpointPaths = Partial<Record<OpenaiEndpoint, string | ((target: Target) => string)>>;

/** How each endpoint reports usage. */
const traits: Record<OpenaiEndpoint, Omit<Operation, 'native' | 'address'>> = {
  completions: { streamUsage: true, readUsage: (usage) => readUsage(usage, {}) },
  embeddings: silent(),
  moderations: silent(),
  'images/generations': silent(),
  'images/edits': silent(),
  'images/variations': silent(),
  'audio/speech': { ...silent(), anyAnswer: true, binary: true },
  'audio/transcriptions': transcript(),
  'audio/translations': transcript(),
  rerank: { ...silent(), findUsage: findRerankUsage },
  realtime: { streamUsage: false, modelInAddress: true, readUsage: readRealtimeUsage },
};

const ids = Object.keys(traits) as OpenaiEndpoint[];

/** `POST {base}/v1/{endpoint}` for all of them. */
export const everyEndpoint: EndpointPaths = {
  ...Object.fromEntries(ids.map((id) => [id, `/v1/${id}`])),
  realtime: ({ model }) => `/v1/realtime?model=${encodeURIComponent(model)}`,
};

/** The endpoints that a vendor has, as operations. */
export function openaiEndpoints(
  paths: EndpointPaths,
  address: (target: Target, path: string) => ReturnType<Operation['address']>,
): Operation[] {
  return ids.flatMap((id) => {
    const path = paths[id];
    if (path === undefined) return [];
    const tail = (target: Target) => (typeof path === 'string' ? path : path(target));
    return [{ ...traits[id], native: id, address: (target: Target) => address(target, tail(target)) }];
  });
}

function silent(): Omit<Operation, 'native' | 'address'> {
  return { streamUsage: false, readUsage: readSilentUsage };
}

function transcript(): Omit<Operation, 'native' | 'address'> {
  return {
    streamUsage: false,
    anyAnswer: true,
    findUsage: findTranscriptUsage,
    readUsage: readTranscriptUsage,
  };
}
