import type { VendorFault } from './provider.ts';

type Json = Readonly<Record<string, unknown>>;
type Edits = [field: string, value: unknown][];

/** MiniMax reports errors in the body: https://platform.minimaxi.com/document/error_code */
export function minimaxFault({ base_resp: sent }: Json): VendorFault | undefined {
  const { status_code: code = 0, status_msg: message = '' } = (sent ?? {}) as {
    status_code?: number;
    status_msg?: string;
  };
  if (code === 0) return undefined;
  const name = code === 1008 ? 'billing_not_active' : String(code);
  return { status: minimaxStatuses[code] ?? 400, code: name, message };
}

const minimaxStatuses: Partial<Record<number, number>> = {
  1000: 500,
  1001: 504,
  1002: 429,
  1004: 401,
  1008: 402,
  1013: 500,
  1033: 502,
  1039: 429,
  2049: 401,
};

/** `glm-4v` accepts a picture without its data URL prefix, like the older API. */
export function zhipuPictures({ messages }: Json): Edits {
  if (!Array.isArray(messages) || !JSON.stringify(messages).includes('"data:image/')) return [];
  return [['messages', messages.map(withoutHeads)]];
}

function withoutHeads(message: { content?: unknown }): unknown {
  if (!Array.isArray(message.content)) return message;
  return { ...message, content: message.content.map(withoutHead) };
}

function withoutHead(part: { image_url?: { url?: unknown } | null }): unknown {
  const url = part?.image_url?.url;
  if (typeof url !== 'string' || !url.startsWith('data:image/')) return part;
  return { ...part, image_url: { ...part.image_url, url: url.slice(url.indexOf(',') + 1) } };
}
