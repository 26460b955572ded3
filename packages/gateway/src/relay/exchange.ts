import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Language, readLanguage } from '../http/language.ts';
import type { BodyShare } from './body-budget.ts';
import type { Pulse } from './pulse.ts';

/** One request of a caller and its reply, as the steps see it. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  /** Of the caller, as far as trusted proxies vouch for it. */
  readonly ip: string;
  /** The host that the caller asked for. */
  readonly host: string;
  /** Whether the caller came by TLS. */
  readonly secure: boolean;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** What the body may take of the memory of all. */
  readonly bodyShare: BodyShare;
  /** Keeps a silent stream alive, where the operator wants that. */
  readonly pulse?: Pulse | undefined;
}

/** Asked for when something is to be told in words, which is rare. */
export function languageOf({ request }: Exchange): Language {
  return readLanguage(request.headers['accept-language']);
}
