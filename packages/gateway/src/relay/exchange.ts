import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Language } from '@tollgate/contract';
import { readLanguage } from '../http/language.ts';
import type { CallTrace } from '../tracing/call-trace.ts';
import type { BodyShare } from './request/body-budget.ts';
import type { SseHeartbeat } from './streaming/heartbeat.ts';

/** One request of a caller and its response. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  /** The caller's address, as reported by trusted proxies. */
  readonly ip: string;
  /** The requested host. */
  readonly host: string;
  /** Whether the caller uses TLS. */
  readonly secure: boolean;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** The body's share of the memory for request bodies. */
  readonly bodyShare: BodyShare;
  /** Absent: nothing is recorded of the call. */
  readonly trace?: CallTrace | undefined;
  /** Keeps a silent stream alive, when the operator enables it. */
  readonly heartbeat?: SseHeartbeat | undefined;
  /** Status of the error within a response that had begun with 200. */
  failedStatus?: number;
}

/** Returns the caller's language. Read on demand, because few responses contain messages. */
export function languageOf({ request }: Pick<Exchange, 'request'>): Language {
  return readLanguage(request.headers['accept-language']);
}
