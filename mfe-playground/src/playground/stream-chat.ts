import { ApiError, settings } from '@tollgate/api-client';
import type { ChatRequest } from './chat-message.ts';
import { createEventReader } from './event-stream.ts';

/** What one event adds to the reply. */
export interface ReplyPiece {
  content: string;
  /** What the model thinks aloud. */
  reasoning: string;
}

/** A refusal, with what the server calls it beside its sentence. */
export class ChatError extends ApiError {
  readonly reason: string;

  constructor(message: string, reason: string, status = 0) {
    super('refused', { message, status });
    this.reason = reason;
  }
}

/**
 * Sends the conversation and gives the pieces of the reply as they come. Ends with `[DONE]` or when the stream closes.
 * `onEvent` hears the data of every event as it travelled, and what stands in place of a stream.
 *
 * @throws {ChatError} with the server's own sentence when it refuses or breaks off
 * @throws {ApiError} `network` when no answer came
 */
export async function* streamChat(
  request: ChatRequest,
  signal: AbortSignal,
  onEvent: (data: string) => void = () => {},
): AsyncGenerator<ReplyPiece> {
  const response = await send(request, signal);
  if (!response.ok || !response.body) throw await toError(response, onEvent);
  const read = createEventReader();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read())
    for (const data of read(piece.value)) {
      onEvent(data);
      if (data === '[DONE]') return;
      const delta = readDelta(data);
      if (delta.content || delta.reasoning) yield delta;
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
      credentials: baseUrl === '' ? 'same-origin' : 'include',
      signal,
    });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new ApiError('network');
  }
}

async function toError(response: Response, onEvent: (data: string) => void): Promise<ChatError> {
  const text = await response.text().catch(() => '');
  onEvent(text);
  const body = parse(text);
  if (response.status === 401) settings().onUnauthorized();
  return new ChatError(body?.error?.message ?? body?.message ?? '', body?.error?.code ?? '', response.status);
}

/** @throws {ChatError} for an event that reports an error */
function readDelta(data: string): ReplyPiece {
  const event = parse(data);
  if (event?.error) throw new ChatError(event.error.message ?? '', event.error.code ?? '');
  const delta = event?.choices?.[0]?.delta;
  return { content: delta?.content ?? '', reasoning: delta?.reasoning_content ?? delta?.reasoning ?? '' };
}

function parse(data: string): StreamEvent | undefined {
  try {
    return JSON.parse(data) as StreamEvent;
  } catch {
    return undefined; // a comment of a proxy, or the torn end of a broken stream
  }
}

interface StreamEvent {
  error?: { message?: string; code?: string };
  message?: string;
  choices?: { delta?: Delta }[];
}

/** Providers name their thoughts in two ways. */
interface Delta {
  content?: string | null;
  reasoning_content?: string | null;
  reasoning?: string | null;
}
