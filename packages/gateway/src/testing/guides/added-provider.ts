import type { ChannelTypeFacts } from '@tollgate/contract';
import * as z from 'zod/mini';
import type { ChatCall, Part } from '../../core/chat.ts';
import { parseText } from '../../core/parse-text.ts';
import { BY_KEY } from '../../relay/providers/auth.ts';
import { JSON_OR_LINES } from '../../relay/providers/json-lines.ts';
import { NO_USAGE } from '../../relay/providers/operation.ts';
import { plainMessages, refuseRules } from '../../relay/providers/plain-text.ts';
import type { Provider } from '../../relay/providers/provider.ts';
import { type RecordedVendor, userMessages } from '../recorded-vendor.ts';

/** What a reader of `docs/guides/add-a-provider.md` writes: a row, an adapter, a recording. */
const type = 900;

/** The row of `packages/contract/src/channel-types.ts`. */
export const addedType: ChannelTypeFacts = {
  code: type,
  label: 'Parrot',
  color: 'green',
  baseUrl: 'https://api.parrot.example',
  modelList: false,
};

/** The adapter that `providers/registry.ts` names. */
export const addedProvider: Provider = {
  chat: {
    native: 'own',
    auth: BY_KEY,
    transport: JSON_OR_LINES,
    address: ({ baseUrl, key }) => ({ url: `${baseUrl}/speak`, headers: { 'x-parrot-key': key } }),
    usage: NO_USAGE,
    translate: { kind: 'chat', conversion: { encode, decode, createDecoder } },
  },
};

function encode(call: ChatCall): unknown {
  refuseRules(call);
  const { model, maxTokens, stream } = call;
  const lines = plainMessages(call).map(({ role, content }) => ({ who: role, says: content }));
  return { bird: model, lines, ...(maxTokens !== undefined && { most: maxTokens }), live: stream };
}

function decode(body: unknown): Part[] {
  const { reply, counted, whole } = z.parse(answerSchema, body);
  return [
    { type: 'start', id: '', model: '' },
    { type: 'text-delta', text: reply },
    { type: 'usage', usage: toUsage(counted) },
    { type: 'finish', reason: whole ? 'stop' : 'length' },
  ];
}

function createDecoder(): (text: string) => Part[] {
  return (text) => {
    const { piece, counted, whole } = z.parse(eventSchema, parseText(text));
    if (piece !== undefined) return [{ type: 'text-delta', text: piece }];
    if (!counted) return [];
    return [
      { type: 'usage', usage: toUsage(counted) },
      { type: 'finish', reason: whole ? 'stop' : 'length' },
    ];
  };
}

function toUsage({ received, spoken }: z.output<typeof countedSchema>) {
  return { input: received, output: spoken };
}

const countedSchema = z.object({ received: z.int(), spoken: z.int() });
const answerSchema = z.object({ reply: z.string(), counted: countedSchema, whole: z.boolean() });
const eventSchema = z.object({
  piece: z.optional(z.string()),
  counted: z.optional(countedSchema),
  whole: z.optional(z.boolean()),
});

const lines = userMessages.map(({ role, content }) => ({ who: role, says: content }));
const counted = { received: 12, spoken: 6 };

/** The recording of `testing/recorded-vendors.ts`. */
export const addedRecording: RecordedVendor = {
  name: 'Parrot',
  type,
  channel: { key: 'secret-key-of-parrot' },
  model: 'ara-2',
  path: /^\/speak$/,
  streamPath: /^\/speak$/,
  headers: { 'x-parrot-key': 'secret-key-of-parrot' },
  body: { bird: 'ara-2', lines, most: 100, live: false },
  streamBody: { bird: 'ara-2', lines, most: 100, live: true },
  whole: { reply: 'Hello there', counted, whole: true },
  contentType: 'application/x-ndjson',
  // Pieces end anywhere, and the last line may lack its line break.
  frames: ['{"piece":"Hello "}\n{"pie', 'ce":"there"}\n', JSON.stringify({ counted, whole: true })],
  usage: [12, 6],
  text: 'Hello there',
  refusal: { status: 401, body: { error: 'The key secret-key-of-parrot is wrong' } },
};
