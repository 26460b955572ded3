import { request } from 'node:http';

const account = { username: 'root', password: 'bench-password' };

/** Somebody who calls the console's endpoints. */
export interface Visitor {
  url: string;
  /** The loopback address of the connection, because limits count by address. Default: 127.0.0.1. */
  from?: string;
  /** Headers of a session. */
  session?: Record<string, string>;
}

/** Returns an API key that can call `gpt-4o-mini` through the upstream. */
export async function setUp(url: string, upstream: string): Promise<string> {
  const root = await setUpRoot(url);
  const channel = { type: 1, name: 'bench', key: 'upstream-key', base_url: upstream };
  await call(root, 'POST /api/channel/', { ...channel, models: 'gpt-4o-mini' });
  return addToken(root);
}

/** Returns the first administrator of a new installation, signed in. */
export async function setUpRoot(url: string): Promise<Visitor> {
  await call({ url }, 'POST /api/setup', { ...account, confirmPassword: account.password });
  return signIn({ url });
}

/** Registers an account with an empty balance. Returns its API key. */
export async function registerStranger({ url }: Visitor): Promise<string> {
  const stranger = { username: 'stranger', password: 'bench-password' };
  await call({ url }, 'POST /api/user/register', { ...stranger, password2: stranger.password });
  return addToken(await signIn({ url }, stranger));
}

/** Returns the API key of a new token that may spend all its owner has. */
export async function addToken(owner: Visitor, name = 'bench'): Promise<string> {
  const token = await call(owner, 'POST /api/token/', { name, unlimited_quota: true });
  return `sk-${(token.data as { key: string }).key}`;
}

/** Signs in, as the root user by default. */
export async function signIn(visitor: Visitor, person = account): Promise<Required<Visitor>> {
  const { cookies, data } = await call(visitor, 'POST /api/user/login', person);
  const session = {
    cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; '),
    'new-api-user': String((data as { id: number }).id),
  };
  return { from: '127.0.0.1', ...visitor, session };
}

/** Calls an endpoint, such as `POST /api/setup`. Returns `data` and throws the server's errors. */
export function call(
  { url, from = '127.0.0.1', session }: Visitor,
  endpoint: string,
  body: object,
): Promise<{ data: unknown; cookies: string[] }> {
  const [method = '', path = ''] = endpoint.split(' ');
  const headers = { 'content-type': 'application/json', origin: url, ...session };
  return new Promise((resolve, reject) => {
    request(url + path, { method, localAddress: from, headers }, async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      const answer = JSON.parse(text) as { success: boolean; message: string; data: unknown };
      if (answer.success) resolve({ data: answer.data, cookies: response.headers['set-cookie'] ?? [] });
      else reject(new Error(`${endpoint}: ${answer.message}`));
    })
      .on('error', reject)
      .end(JSON.stringify(body));
  });
}
