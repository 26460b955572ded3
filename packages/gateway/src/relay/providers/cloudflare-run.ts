import { isRecord } from './openai-usage.ts';
import type { Address, Json, Target, VendorFault } from './provider.ts';

/**
 * The endpoints of Workers AI at its own path:
 * https://developers.cloudflare.com/api/resources/ai/methods/run/
 */
export function runAddress({ baseUrl, key, model, other }: Target): Address {
  return {
    // Models are paths: @cf/meta/llama-3.1-8b-instruct.
    url: `${baseUrl}/client/v4/accounts/${encodeURIComponent(other)}/ai/run/${pathOf(model)}`,
    headers: { authorization: `Bearer ${key}`, ...(takesBytes(model) && { 'content-type': BYTES }) },
  };
}

function pathOf(model: string): string {
  return model.split('/').map(encodeURIComponent).join('/').replace('%40', '@');
}

const BYTES = 'application/octet-stream';

/** Whether a model accepts the recording as bytes, like the first Whisper; later ones accept it in JSON. */
export function takesBytes(model: string): boolean {
  return /\/whisper(-tiny-en)?$/.test(model);
}

export function findRunFault({ success, errors }: Json): VendorFault | undefined {
  if (success !== false) return undefined;
  const [error]: unknown[] = Array.isArray(errors) ? errors : [];
  const { code, message } = isRecord(error) ? error : {};
  return { status: 502, code: String(code ?? ''), message: String(message ?? '') };
}
