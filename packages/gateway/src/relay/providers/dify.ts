import * as z from 'zod/mini';
import { type ChatCall, type Content, type Part, UnsupportedFeatureError } from '../../core/chat.ts';
import { parseText } from '../../core/parse-text.ts';
import { BY_KEY } from './auth.ts';
import { readUsage } from './openai-usage.ts';
import { JSON_OR_SSE } from './operation.ts';
import { plainText, refuseRules } from './plain-text.ts';
import type { Provider, VendorFault } from './provider.ts';

/** Applications, not models: https://docs.dify.ai/api-reference/chat/send-chat-message */
export const dify: Provider = {
  chat: {
    native: 'own',
    auth: BY_KEY,
    transport: JSON_OR_SSE,
    address: ({ baseUrl, key }) => ({
      url: `${baseUrl}/v1/chat-messages`,
      headers: { authorization: `Bearer ${key}` },
    }),
    findFault,
    usage: { read, find: ({ metadata }) => (metadata as { usage?: unknown } | null)?.usage },
    translate: { kind: 'chat', conversion: { encode, decode, createDecoder } },
  },
};

function read(usage: unknown) {
  return readUsage(usage, {});
}

/**
 * The application stores no conversation for the gateway: the query has all of it. @throws
 * {UnsupportedFeatureError}
 */
function encode(call: ChatCall): unknown {
  refuseRules(call);
  const { messages, tools, user, stream } = call;
  if (tools.length > 0) throw new UnsupportedFeatureError('tools');
  const files = messages.flatMap(({ content }) => content.flatMap(pictureOf));
  const turns = messages.map(({ role, content }) => ({ role, text: plainText(content.filter(isNoPicture)) }));
  const [only] = turns;
  const query =
    turns.length === 1 && only
      ? only.text
      : turns.map(({ role, text }) => `${role.toUpperCase()}:\n${text}`).join('\n\n');
  return {
    inputs: {},
    query,
    response_mode: stream ? 'streaming' : 'blocking',
    user: user ?? 'tollgate',
    auto_generate_name: false,
    ...(files.length > 0 && { files }),
  };
}

/** Sends pictures by URL; data would need an upload before the call. */
function pictureOf(item: Content): unknown[] {
  return item.type === 'image' ? [{ type: 'image', transfer_method: 'remote_url', url: item.url }] : [];
}

function isNoPicture({ type }: Content): boolean {
  return type !== 'image';
}

function findFault({
  event,
  status,
  code,
  message,
}: Readonly<Record<string, unknown>>): VendorFault | undefined {
  if (event !== 'error') return undefined;
  return { status: Number(status) || 502, code: String(code ?? ''), message: String(message ?? '') };
}

function decode(body: unknown): Part[] {
  const { message_id, answer, metadata } = z.parse(answerSchema, body);
  return [
    { type: 'start', id: message_id, model: '' },
    ...(answer ? [{ type: 'text-delta', text: answer } as const] : []),
    ...usageOf(metadata),
    { type: 'finish', reason: 'stop' },
  ];
}

function createDecoder(): (data: string) => Part[] {
  let started = false;
  return (data) => {
    const event = parseText(data) as Event;
    const fault = findFault(event as unknown as Record<string, unknown>);
    if (fault) return [{ type: 'error', kind: fault.code, status: fault.status, message: fault.message }];
    const start: Part[] = started ? [] : [{ type: 'start', id: event.message_id ?? '', model: '' }];
    if (event.event === 'message_end')
      return [...start, ...usageOf(event.metadata), { type: 'finish', reason: 'stop' }];
    if (!event.answer || !textEvents.has(event.event)) return [];
    started = true;
    return [...start, { type: 'text-delta', text: event.answer }];
  };
}

const textEvents = new Set(['message', 'agent_message']);

function usageOf(metadata: { usage?: unknown } | null | undefined): Part[] {
  const usage = read(metadata?.usage);
  return usage ? [{ type: 'usage', usage }] : [];
}

interface Event {
  event: string;
  message_id?: string;
  answer?: string;
  metadata?: { usage?: unknown };
}

const answerSchema = z.object({
  message_id: z._default(z.string(), ''),
  answer: z.string(),
  metadata: z.nullish(z.object({ usage: z.optional(z.unknown()) })),
});
