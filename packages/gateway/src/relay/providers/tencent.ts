import { type ChatCall, UnsupportedFeatureError } from '../../core/chat.ts';
import { parseText } from '../../core/parse-text.ts';
import { createChatDecoder, decodeChat } from './openai-decode.ts';
import { encodeChat } from './openai-encode.ts';
import { readUsage } from './openai-usage.ts';
import { JSON_OR_SSE } from './operation.ts';
import { refuseRules } from './plain-text.ts';
import type { Provider, VendorFault } from './provider.ts';
import { signForTencent } from './tencent-sign.ts';

/** OpenAI's chat with other field names: https://cloud.tencent.com/document/api/1729/105701 */
export const tencent: Provider = {
  chat: {
    native: 'own',
    address: ({ baseUrl }) => ({ url: `${baseUrl}/`, headers: {} }),
    auth: { kind: 'signature', sign: signForTencent },
    transport: JSON_OR_SSE,
    findFault,
    usage: {
      read,
      find: (answer) => (toSnake(answer) as { response?: { usage?: unknown } }).response?.usage,
    },
    translate: {
      kind: 'chat',
      conversion: {
        encode: encodeHunyuan,
        decode: (body) => decodeChat((toSnake(body) as { response?: unknown }).response, read),
        createDecoder() {
          const decode = createChatDecoder(read);
          return (data) => {
            const { error_msg: error, ...event } = toSnake(parseText(data)) as Record<string, unknown>;
            const { msg, code } = (error ?? {}) as { msg?: string; code?: unknown };
            const failed = error ? { error: { message: msg, type: String(code) } } : event;
            return decode(JSON.stringify(failed));
          };
        },
      },
    },
  },
};

function read(usage: unknown) {
  return readUsage(usage, {});
}

/**
 * Hunyuan has no answer limit and no schema; the rest has the same structure.
 *
 * @throws {UnsupportedFeatureError}
 */
function encodeHunyuan(call: ChatCall): unknown {
  if (call.toolChoice === 'required') throw new UnsupportedFeatureError('tool-choice');
  refuseRules(call, { stop: true });
  const {
    user,
    response_format,
    max_tokens,
    max_completion_tokens,
    tool_choice: choice,
    ...body
  } = encodeChat(call);
  const messages = (body.messages as { content: unknown }[]).map(({ content, ...message }) =>
    Array.isArray(content) ? { ...message, contents: content } : { ...message, content: content ?? '' },
  );
  const tools = call.tools.map(({ name, description, parameters }) => ({
    type: 'function',
    function: { name, description: description ?? '', parameters: JSON.stringify(parameters ?? {}) },
  }));
  const custom = typeof choice === 'object' && { tool_choice: 'custom', custom_tool: choice };
  const named = typeof choice === 'string' && { tool_choice: choice };
  return toPascal({ ...body, messages, ...(tools.length > 0 && { tools, ...named, ...custom }) });
}

function findFault({ Response: answer }: Readonly<Record<string, unknown>>): VendorFault | undefined {
  const { Error: error } = (answer ?? {}) as { Error?: { Code?: string; Message?: string } };
  if (!error) return undefined;
  const { Code: code = '', Message: message = '' } = error;
  return { status: statusOf(code), code, message };
}

function statusOf(code: string): number {
  if (code.startsWith('AuthFailure')) return 401;
  if (/^(RequestLimitExceeded|LimitExceeded)/.test(code)) return 429;
  if (/^(InternalError|FailedOperation)/.test(code)) return 502;
  return code.startsWith('ResourceUnavailable') || code.startsWith('ResourceInsufficient') ? 403 : 400;
}

function toPascal(value: unknown): unknown {
  return renamed(value, (name) =>
    name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  );
}

function toSnake(value: unknown): unknown {
  return renamed(value, (name) => name.replace(/(?!^)([A-Z])/g, '_$1').toLowerCase());
}

function renamed(value: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((each) => renamed(each, rename));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [rename(name), renamed(each, rename)]),
  );
}
