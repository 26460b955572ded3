import { readRefusal, send } from './call.ts';
import { sessionHeaders } from './request.ts';
import { settings } from './settings.ts';

/**
 * Sends a request for code that does not have the typed endpoints, as the signed-in user. An ended session is
 * handled as for `call`. @throws for any address but `/api/…`
 */
export async function fetchApi(path: string, init: RequestInit = {}): Promise<Response> {
  if (!path.startsWith('/api/')) throw new Error(`${path} is no address of the console API.`);
  const headers = new Headers(init.headers);
  for (const [name, value] of Object.entries(sessionHeaders()))
    if (!headers.has(name)) headers.set(name, value);
  const response = await send(settings().baseUrl + path, { ...init, headers });
  if (response.status === 401) await readRefusal(response.clone());
  return response;
}
