import { createHmac } from 'node:crypto';
import type { Part } from '../../core/chat.ts';
import { parseText } from '../../core/parse-text.ts';
import { readUsage } from './openai-usage.ts';
import type { Address, Provider, SignableRequest, Target, VendorFault } from './provider.ts';
import { encodeSpark, versionOf } from './spark-request.ts';

/** https://www.xfyun.cn/doc/spark/Web.html */
export const spark: Provider = {
  chat: {
    native: 'own',
    modelInAddress: true,
    address: (target) => ({
      url: `${target.baseUrl.replace(/^http/, 'ws') || 'wss://spark-api.xf-yun.com'}/${encodeURIComponent(versionOf(target))}/chat`,
      headers: {},
    }),
    auth: { kind: 'signature', sign },
    transport: {
      kind: 'websocket',
      isFinalMessage: (message) => isEnd(parseText(message) as Message),
    },
    findFault,
    usage: {
      find: ({ messages }) => (messages as Message[] | undefined)?.at(-1)?.payload?.usage?.text,
      read: (usage) => readUsage(usage, {}),
    },
    translate: { kind: 'chat', conversion: { encode: encodeSpark, decode, createDecoder } },
  },
};

/** The key is `APPID|APISecret|APIKey`; host, hour and path are signed, not the message. https://www.xfyun.cn/doc/spark/general_url_authentication.html */
function sign({ url }: SignableRequest, { key }: Target, now: number): Address {
  const [, secret = '', apiKey = ''] = key.split('|');
  const { host, pathname } = new URL(url);
  const date = new Date(now).toUTCString();
  const signature = createHmac('sha256', secret)
    .update(`host: ${host}\ndate: ${date}\nGET ${pathname} HTTP/1.1`)
    .digest('base64');
  const origin = `api_key="${apiKey}", algorithm="hmac-sha256", headers="host date request-line", signature="${signature}"`;
  const query = new URLSearchParams({ authorization: Buffer.from(origin).toString('base64'), date, host });
  return { url: `${url}?${query}`, headers: {} };
}

/** Finds the error of one message, or of several in one response. */
function findFault(answer: Readonly<Record<string, unknown>>): VendorFault | undefined {
  const { messages = [answer as Message] } = answer as { messages?: Message[] };
  const header = messages.find((message) => message?.header?.code)?.header;
  if (!header?.code) return undefined;
  return { status: statusOf(header.code), code: String(header.code), message: header.message ?? '' };
}

function statusOf(code: number): number {
  if (code === 11_200 || code === 10_015 || code === 10_016) return 401;
  if ([10_006, 10_007, 11_201, 11_202, 11_203].includes(code)) return 429;
  return code === 10_003 || code === 10_004 || code === 10_005 || code === 10_013 || code === 10_907
    ? 400
    : 502;
}

function decode(body: unknown): Part[] {
  const { messages } = body as { messages: Message[] };
  const read = createReader();
  return messages.flatMap(read);
}

function createDecoder(): (data: string) => Part[] {
  const read = createReader();
  return (data) => read(parseText(data) as Message);
}

function createReader(): (message: Message) => Part[] {
  let started = false;
  let called = false;
  return (message) => {
    const fault = findFault(message as Record<string, unknown>);
    if (fault) return [{ type: 'error', kind: fault.code, status: fault.status, message: fault.message }];
    const parts: Part[] = started ? [] : [{ type: 'start', id: message.header?.sid ?? '', model: '' }];
    started = true;
    for (const { content, reasoning_content: thought, function_call: call } of message.payload?.choices
      ?.text ?? []) {
      if (thought) parts.push({ type: 'reasoning-delta', text: thought });
      if (content) parts.push({ type: 'text-delta', text: content });
      if (!call?.name) continue;
      called = true;
      parts.push({ type: 'tool-call-start', index: 0, id: 'call_0', name: call.name });
      parts.push({ type: 'tool-call-delta', index: 0, input: call.arguments || '{}' });
    }
    const usage = readUsage(message.payload?.usage?.text, {});
    if (usage) parts.push({ type: 'usage', usage });
    if (isEnd(message)) parts.push({ type: 'finish', reason: called ? 'tool-calls' : 'stop' });
    return parts;
  };
}

function isEnd({ header }: Message): boolean {
  return header?.status === 2 || Boolean(header?.code);
}

interface Message {
  header?: { code?: number; message?: string; sid?: string; status?: number };
  payload?: {
    choices?: {
      text?: {
        content?: string;
        reasoning_content?: string;
        function_call?: { name?: string; arguments?: string } | null;
      }[];
    };
    usage?: { text?: unknown };
  };
}
