import { ApiError, settings } from '@tollgate/api-client';

export interface TestAnswer {
  text: string;
  milliseconds: number;
  inputTokens: number;
  outputTokens: number;
}

/**
 * Sends one short request with the key of a token, as a program would.
 *
 * @throws {ApiError} with the gateway's message when it refuses, `network` when no response came
 */
export async function sendTestRequest(key: string, model: string): Promise<TestAnswer> {
  const start = performance.now();
  const response = await fetch(`${settings().baseUrl}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Say hello.' }] }),
    credentials: 'omit',
  }).catch(() => {
    throw new ApiError('network');
  });
  const body = (await response.json().catch(() => ({}))) as Completion;
  if (!response.ok)
    throw new ApiError('refused', { message: body.error?.message ?? '', status: response.status });
  return {
    text: body.choices?.[0]?.message?.content ?? '',
    milliseconds: performance.now() - start,
    inputTokens: body.usage?.prompt_tokens ?? 0,
    outputTokens: body.usage?.completion_tokens ?? 0,
  };
}

interface Completion {
  error?: { message?: string };
  choices?: { message?: { content?: string | null } }[];
  usage?: { prompt_tokens?: number; completion_tokens?: number };
}
