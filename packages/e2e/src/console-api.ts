import type { Signed } from './page-checks.ts';

/** The console API as called by a signed-in user's browser. */
export interface ConsoleApi extends Signed {
  user: { id: number };
  send(method: string, path: string, body?: object): Promise<unknown>;
}

/** Signs in by name. `send` returns `data` and throws the server's errors. */
export async function signInByApi(
  url: string,
  account: { username: string; password: string },
): Promise<ConsoleApi> {
  const { data, cookie } = await request(url, { method: 'POST', path: '/api/user/login', body: account });
  const user = data as { id: number };
  return {
    cookie,
    user,
    send: async (method, path, body) =>
      (await request(url, { method, path, body }, { cookie, 'new-api-user': String(user.id) })).data,
  };
}

interface Call {
  method: string;
  path: string;
  body?: object | undefined;
}

async function request(url: string, { method, path, body }: Call, signed = {}) {
  const headers = { 'content-type': 'application/json', origin: url, ...signed };
  const response = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const answer = (await response.json()) as { success: boolean; message: string; data: unknown };
  if (!answer.success) throw new Error(`${method} ${path}: ${answer.message}`);
  return { data: answer.data, cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
}
