import * as z from 'zod/mini';
import type { ChatCall, Part } from '../../core/chat.ts';
import { parseText } from '../../core/parse-text.ts';
import { readUsage } from './openai-usage.ts';
import { plainMessages, refuseRules } from './plain-text.ts';
import type { Provider, Target, VendorFault } from './provider.ts';
import { createUnframer, type Framed } from './zhipu-frames.ts';
import { signWithToken } from './zhipu-token.ts';

/** The third version of the API: https://open.bigmodel.cn/dev/api/thirdparty-frame/model-api */
export const zhipu: Provider = {
  chat: {
    native: 'own',
    modelInAddress: true,
    address: ({ baseUrl, model, stream }) => ({
      url: `${baseUrl}/api/paas/v3/model-api/${encodeURIComponent(model)}/${stream ? 'sse-invoke' : 'invoke'}`,
      headers: {},
    }),
    auth: { kind: 'signature', sign: signWithToken },
    transport: { kind: 'framed', toSse: createUnframer },
    findFault,
    usage: {
      find: ({ data }) => (data as { usage?: unknown } | null)?.usage,
      read: (usage) => readUsage(usage, {}),
    },
    translate: { kind: 'chat', conversion: { encode, decode, createDecoder } },
  },
};

function encode(call: ChatCall, { stream }: Target): unknown {
  refuseRules(call);
  const prompt = plainMessages(call).flatMap(({ role, content }) =>
    // There is no system role: its text is sent as the user's, and accepted.
    role === 'system'
      ? [
          { role: 'user', content },
          { role: 'assistant', content: 'Okay' },
        ]
      : [{ role, content }],
  );
  return {
    prompt,
    ...(call.temperature !== undefined && { temperature: call.temperature }),
    ...(call.topP !== undefined && { top_p: call.topP }),
    ...(stream && { incremental: true }),
  };
}

function findFault({ success, code, msg }: Readonly<Record<string, unknown>>): VendorFault | undefined {
  if (success !== false) return undefined;
  return { status: statusOf(Number(code)), code: String(code), message: String(msg ?? '') };
}

/** https://open.bigmodel.cn/dev/howuse/errors */
function statusOf(code: number): number {
  if (code >= 1000 && code <= 1004) return 401;
  if (code === 1113 || (code >= 1300 && code <= 1305)) return code === 1301 ? 400 : 429;
  return code === 500 ? 500 : 400;
}

function decode(body: unknown): Part[] {
  const { task_id, choices, usage } = z.parse(answerSchema, body).data;
  const text = choices.map(({ content }) => unquote(content)).join('');
  const counted = readUsage(usage, {});
  return [
    { type: 'start', id: task_id, model: '' },
    ...(text ? [{ type: 'text-delta', text } as const] : []),
    ...(counted ? [{ type: 'usage', usage: counted } as const] : []),
    { type: 'finish', reason: 'stop' },
  ];
}

/** Unquotes a whole response, whose content is itself JSON. */
function unquote(content: string): string {
  if (!content.startsWith('"')) return content;
  try {
    return String(parseText(content)).trim();
  } catch {
    return content;
  }
}

function createDecoder(): (data: string) => Part[] {
  let started = false;
  return (data) => {
    const { event, text, meta } = parseText(data) as Framed;
    const start: Part[] = started ? [] : [{ type: 'start', id: meta?.task_id ?? '', model: '' }];
    started = true;
    if (event === 'error' || event === 'interrupted')
      return [...start, { type: 'error', status: 502, kind: event, message: text }];
    const counted = meta && readUsage(meta.usage, {});
    return [
      ...start,
      ...(text ? [{ type: 'text-delta', text } as const] : []),
      ...(counted ? [{ type: 'usage', usage: counted } as const] : []),
      ...(event === 'finish' ? [{ type: 'finish', reason: 'stop' } as const] : []),
    ];
  };
}

const answerSchema = z.object({
  data: z.object({
    task_id: z._default(z.string(), ''),
    choices: z.array(z.object({ content: z.string() })),
    usage: z.optional(z.unknown()),
  }),
});
