import type { Part } from '../../core/chat.ts';
import { BY_KEY } from './auth.ts';
import {
  findRerankUsage,
  findTranscriptUsage,
  readPictureUsage,
  readSilentUsage,
  readTranscriptUsage,
} from './endpoint-usage.ts';
import { pictureEvents, speechEvents, transcriptEvents } from './media-events.ts';
import { readUsage } from './openai-usage.ts';
import { JSON_OR_SSE, type OperationFacts } from './operation.ts';
import type { Address, Auth, EndpointId, Operation, Target, Transport, UsageReport } from './provider.ts';
import { readRealtimeUsage } from './realtime-usage.ts';
import { NO_TRANSLATION } from './translation.ts';

export type OpenaiEndpoint = Exclude<
  EndpointId,
  `messages/${string}` | `gemini-${string}` | `responses/${string}`
>;

/** Paths of OpenAI's endpoints at a vendor. */
export type EndpointPaths = Partial<Record<OpenaiEndpoint, string | ((target: Target) => string)>>;

const silent: UsageReport = { read: readSilentUsage };
const pictures: UsageReport = { read: readPictureUsage };
const transcript: UsageReport = { read: readTranscriptUsage, find: findTranscriptUsage };

/** What differs between the endpoints. */
interface Traits {
  readonly usage: UsageReport;
  readonly transport?: Transport;
  readonly reportsUsageInStream?: boolean;
  /** Reads events of another kind than chunks of a chat. */
  readonly createReader?: () => (data: string) => Part[];
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
  'images/generations': { usage: pictures, createReader: pictureEvents },
  'images/edits': { usage: pictures, createReader: pictureEvents },
  'images/variations': { usage: pictures },
  'audio/speech': { usage: silent, transport: { kind: 'audio' }, createReader: speechEvents },
  'audio/transcriptions': {
    usage: transcript,
    transport: { kind: 'any' },
    createReader: transcriptEvents,
  },
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
      createReader,
      hidesOutput,
    } = traits[id];
    return {
      native: id,
      address: (target) => address(target, tail(target)),
      modelInAddress,
      auth,
      transport,
      stream: createReader
        ? { kind: 'events', createReader }
        : { kind: 'chunks', reportsUsage: reportsUsageInStream },
      usage,
      hidesOutput,
      findFault,
      translate: NO_TRANSLATION,
    } satisfies Operation;
  });
}
