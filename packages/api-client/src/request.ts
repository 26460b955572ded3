import { type Endpoint, type Input, parseAddress } from '@tollgate/contract';
import { settings } from './settings.ts';

/** Distributes the flat input over path, query and body, as the endpoint defines. */
export function toRequest<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
): { url: string; init: RequestInit } {
  const { method, path, params } = parseAddress(endpoint.address);
  const hasBody = method === 'POST' || method === 'PUT';
  const query = new URLSearchParams();
  const body: Record<string, unknown> = {};
  let filledPath: string = path;

  for (const [name, value] of Object.entries(input as Record<string, unknown>)) {
    if (value === undefined) continue;
    if (params.includes(name)) filledPath = filledPath.replace(`:${name}`, encodeURIComponent(String(value)));
    else if (!hasBody || endpoint.query?.includes(name)) query.set(name, String(value));
    else body[name] = value;
  }
  const search = query.size > 0 ? `?${query}` : '';
  return {
    url: `${settings().baseUrl}${filledPath}${search}`,
    init: { method, headers: headers(hasBody), ...(hasBody && { body: JSON.stringify(body) }) },
  };
}

function headers(hasBody: boolean): Record<string, string> {
  const { userId, language } = settings();
  return {
    accept: 'application/json',
    'accept-language': language,
    'cache-control': 'no-store',
    'new-api-user': String(userId ?? -1),
    ...(hasBody && { 'content-type': 'application/json' }),
  };
}
