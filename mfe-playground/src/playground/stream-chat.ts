import { ApiError, call, settings } from '@tollgate/api-client';
import { getSelf } from '@tollgate/contract';
import type { ChatRequest } from './chat-message.ts';
import { createEventReader } from './event-stream.ts';

/** What one event adds to the reply. */
export interface ReplyPiece {
  content: string;
  /** The model's reasoning. */
  reasoning: string;
}

export interface StreamWatch {
  /** Receives the raw data of every event, or the body sent instead of a stream. */
  onEvent?: (data: string) => void;
  /** Receives the id of the call in the usage log; empty when the server names none. */
  onRequestId?: (id: string) => void;
}

/** An error with the server's code in addition to its message. */
export class ChatError extends ApiError {
  readonly reason: string;

  constructor(message: string, reason: string, status = 0) {
    super('refused', { message, status });
    this.reason = reason;
  }
}

/**
 * Sends the conversation and yields the parts of the reply. Ends with `[DONE]` or when the stream closes.
 *
 * @throws {ChatError} with the server's message when it rejects or aborts the call
 * @throws {ApiError} `network` when no response came
 */
export async function* streamChat(
  request: ChatRequest,
  signal: AbortSignal,
  { onEvent = () => {}, onRequestId = () => {} }: StreamWatch = {},
): AsyncGenerator<ReplyPiece> {
  const response = await send(request, signal);
  onRequestId(response.headers.get('x-oneapi-request-id') ?? '');
  if (!response.ok || !response.body) throw await toError(response, onEvent);
  const read = createEventReader();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read())
      for (const data of read(piece.value)) {
        onEvent(data);
        if (data === '[DONE]') return;
        const delta = readDelta(data);
        if (delta.content || delta.reasoning) yield delta;
      }
  } finally {
    reader.cancel().catch(() => {}); // else the connection stays open until its provider closes it
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
  if (response.status === 401) await checkSession();
  return new ChatError(body?.error?.message ?? body?.message ?? '', body?.error?.code ?? '', response.status);
}

/**
 * Asks the console API whether the session has ended, which then shows its dialog. A 401 of a call says
 * nothing about it: providers' errors have their status too.
 */
async function checkSession(): Promise<void> {
  await call(getSelf, {}).catch(() => {});
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
    return undefined; // a comment of a proxy, or the truncated end of a broken stream
  }
}

interface StreamEvent {
  error?: { message?: string; code?: string };
  message?: string;
  choices?: { delta?: Delta }[];
}

/** Providers use two names for reasoning. */
interface Delta {
  content?: string | null;
  reasoning_content?: string | null;
  reasoning?: string | null;
}
