import { BY_KEY } from './auth.ts';
import {
  findRerankUsage,
  findTranscriptUsage,
  readSilentUsage,
  readTranscriptUsage,
} from './endpoint-usage.ts';
import { readUsage } from './openai-usage.ts';
import { JSON_OR_SSE, NO_TRANSLATION, type OperationFacts } from './operation.ts';
import type { Address, Auth, EndpointId, Operation, Target, Transport, UsageReport } from './provider.ts';
import { readRealtimeUsage } from './realtime-usage.ts';

export type OpenaiEndpoint = Exclude<EndpointId, `messages/${string}` | `gemini-${string}`>;

/** Paths of OpenAI's endpoints at a vendor. */
export type EndpointPaths = Partial<Record<OpenaiEndpoint, string | ((target: Target) => string)>>;

const silent: UsageReport = { read: readSilentUsage };
const transcript: UsageReport = { read: readTranscriptUsage, find: findTranscriptUsage };

/** What differs between the endpoints. */
interface Traits {
  readonly usage: UsageReport;
  readonly transport?: Transport;
  readonly reportsUsageInStream?: boolean;
  readonly modelInAddress?: boolean;
  readonly hidesOutput?: OperationFacts['hidesOutput'];
}

const traits: Readonly<Record<OpenaiEndpoint, Traits>> = {
  completions: {
    usage: { read: (usage) => readUsage(usage, {}) },
    reportsUsageInStream: true,
    hidesOutput: ({ json }) => Number(json.best_of) > 1,
  },
  embeddings: { usage: silent },
  moderations: { usage: silent },
  'images/generations': { usage: silent },
  'images/edits': { usage: silent },
  'images/variations': { usage: silent },
  'audio/speech': { usage: silent, transport: { kind: 'audio' } },
  'audio/transcriptions': { usage: transcript, transport: { kind: 'any' } },
  'audio/translations': { usage: transcript, transport: { kind: 'any' } },
  rerank: { usage: { read: readSilentUsage, find: findRerankUsage } },
  realtime: { usage: { read: readRealtimeUsage }, modelInAddress: true },
};

const ids = Object.keys(traits) as OpenaiEndpoint[];

/** `POST {base}/v1/{endpoint}` for all of them. */
export const everyEndpoint: EndpointPaths = {
  ...Object.fromEntries(ids.map((id) => [id, `/v1/${id}`])),
  realtime: ({ model }) => `/v1/realtime?model=${encodeURIComponent(model)}`,
};

interface VendorTraits {
  readonly auth?: Auth | undefined;
  readonly findFault?: OperationFacts['findFault'];
}

/** The endpoints that a vendor has, as operations. */
export function openaiEndpoints(
  paths: EndpointPaths,
  address: (target: Target, path: string) => Address,
  { auth = BY_KEY, findFault }: VendorTraits = {},
): Operation[] {
  return ids.flatMap((id) => {
    const path = paths[id];
    if (path === undefined) return [];
    const tail = (target: Target) => (typeof path === 'string' ? path : path(target));
    const {
      usage,
      transport = JSON_OR_SSE,
      reportsUsageInStream = false,
      modelInAddress = false,
      hidesOutput,
    } = traits[id];
    return {
      native: id,
      address: (target) => address(target, tail(target)),
      modelInAddress,
      auth,
      transport,
      stream: { kind: 'chunks', reportsUsage: reportsUsageInStream },
      usage,
      hidesOutput,
      findFault,
      translate: NO_TRANSLATION,
    } satisfies Operation;
  });
}
