import type { RelayRequest } from '../dialects/dialect.ts';
import type { Operation } from '../providers/provider.ts';

/** The headers of a request that do not depend on the vendor. */
export function headersOf(
  { stream, contentType, headers }: RelayRequest,
  { translate }: Operation,
  native: boolean,
): Record<string, string> {
  const beta = native && headers?.[OPENAI_BETA];
  const sent: Record<string, string> = {
    'content-type': contentType && translate.kind !== 'endpoint' ? contentType : 'application/json',
    'accept-encoding': 'identity',
    accept: contentType ? '*/*' : stream ? 'text/event-stream' : 'application/json',
  };
  if (beta) sent[OPENAI_BETA] = beta;
  return sent;
}

const OPENAI_BETA = 'openai-beta';

/** Returns the header with which a caller of OpenAI turns on features that are not final. */
export function openaiBeta(
  sent: Readonly<Record<string, string | string[] | undefined>>,
): Pick<RelayRequest, 'headers'> {
  const value = sent[OPENAI_BETA];
  return typeof value === 'string' ? { headers: { [OPENAI_BETA]: value } } : {};
}

/** Adds Anthropic's `?beta=true`, which its clients send with the features of their beta API. */
export function withBeta(url: string, { isBeta }: RelayRequest): string {
  return isBeta && MESSAGES.test(url) ? `${url}?beta=true` : url;
}

const MESSAGES = /\/v1\/messages(?:\/count_tokens)?$/;

/** Whether the path of a request asks for it. */
export function asksForBeta(path: string): boolean {
  return /[?&]beta=true(?:&|$)/.test(path);
}
