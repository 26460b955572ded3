import { ApiError, settings } from '@tollgate/api-client';
import type { ChatRequest } from './chat-message.ts';
import { createEventReader } from './event-stream.ts';

/**
 * Sends the conversation and gives the pieces of the reply as they come. Ends with `[DONE]` or when the stream closes.
 *
 * @throws {ApiError} with the server's own sentence when it refuses or breaks off, `network` when no answer came
 */
export async function* streamChat(request: ChatRequest, signal: AbortSignal): AsyncGenerator<string> {
  const response = await send(request, signal);
  if (!response.ok || !response.body) throw await toError(response);
  const read = createEventReader();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read())
    for (const data of read(piece.value)) {
      if (data === '[DONE]') return;
      const text = readDelta(data);
      if (text) yield text;
    }
}

async function send(request: ChatRequest, signal: AbortSignal): Promise<Response> {
  const { baseUrl, userId, language } = settings();
  const headers = {
    'content-type': 'application/json',
    'new-api-user': String(userId ?? -1),
    'accept-language': language,
  };
  try {
    return await fetch(`${baseUrl}/pg/chat/completions`, {
      method: 'POST',
      headers,
      body: JSON.stringify(request),
      credentials: 'same-origin',
      signal,
    });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new ApiError('network');
  }
}

async function toError(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => undefined)) as ErrorBody | undefined;
  if (response.status === 401) settings().onUnauthorized();
  const message = body?.error?.message ?? body?.message ?? '';
  return new ApiError('refused', { message, status: response.status });
}

/** @throws {ApiError} for an event that reports an error */
function readDelta(data: string): string | undefined {
  const event = parse(data);
  if (event?.error) throw new ApiError('refused', { message: event.error.message ?? '' });
  return event?.choices?.[0]?.delta?.content ?? undefined;
}

function parse(data: string): StreamEvent | undefined {
  try {
    return JSON.parse(data) as StreamEvent;
  } catch {
    return undefined; // a comment of a proxy, or the torn end of a broken stream
  }
}

interface ErrorBody {
  error?: { message?: string };
  message?: string;
}

interface StreamEvent extends ErrorBody {
  choices?: { delta?: { content?: string | null } }[];
}
