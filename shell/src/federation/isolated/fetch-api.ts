import { sessionWatch, settings } from '@tollgate/api-client';

/**
 * Sends a request for code that does not have the typed endpoints, as the signed-in user. An ended session is
 * handled as for typed calls. @throws for any address but `/api/…`
 */
export async function fetchApi(path: string, init: RequestInit = {}): Promise<Response> {
  if (!path.startsWith('/api/')) throw new Error(`${path} is no address of the console API.`);
  const { baseUrl, language, userId } = settings();
  const reportEnd = sessionWatch();
  const headers = new Headers(init.headers);
  const ofSession = { 'accept-language': language, 'new-api-user': String(userId ?? -1) };
  for (const [name, value] of Object.entries(ofSession)) if (!headers.has(name)) headers.set(name, value);
  const credentials = baseUrl === '' ? 'same-origin' : 'include';
  const response = await fetch(baseUrl + path, { ...init, headers, credentials });
  // A proxy on the way may also answer 401, without the envelope: the session goes on.
  if (response.status === 401 && (await isRefusal(response.clone()))) reportEnd();
  return response;
}

async function isRefusal(response: Response): Promise<boolean> {
  const answer = (await response.json().catch(() => undefined)) as { success?: unknown } | undefined;
  return answer?.success === false;
}
