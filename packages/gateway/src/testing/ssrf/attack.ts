/**
 * Runs inside a separate network (see enter.ts): a gateway with default settings, and an administrator who
 * enters every hostile address in every field that leads to outgoing requests. Fields for root come last: the
 * address of a channel from root is allowed on purpose. Prints the figures as one line of JSON.
 */
import { generateKeyPairSync } from 'node:crypto';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { startProduct } from '../kill/product.ts';
import { hosts, PUBLIC_V4, PUBLIC_V6, zone } from './addresses.ts';
import { startDnsServer } from './dns-server.ts';

const [dataDir = ''] = process.argv.slice(2);
const PORTS = [80, 443, 25, 6379, 8080];
/** Connections that reached a private address; each is a vulnerability. */
const reached: string[] = [];
/** Connections to a public address, and requests: connections are kept alive and reused. */
let publicHits = 0;
/** Fields that never reached the public address either: the attack proves nothing there. */
const silent: string[] = [];
let attempts = 0;
let current = '';

await startDnsServer(zone);
for (const port of PORTS) await listenEverywhere(port);
const { url, child } = await startProduct(dataDir, {
  SSRF_ALLOW: '',
  LOG_LEVEL: 'silent',
  GLOBAL_API_RATE_LIMIT: '0',
  ACCOUNT_API_RATE_LIMIT: '0',
  CRITICAL_RATE_LIMIT: '0',
});
const root = { username: 'root', password: 'correct horse 9' };
const admin = { username: 'admin', password: 'correct horse 8' };
await setUp();
const callAsRoot = await signIn(root);
await addAdmin();
const call = await signIn(admin);
const channelId = await addChannel({ type: 1, key: 'sk-canary', base_url: 'http://public.test' });
const { privateKey: private_key } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const vertexId = await addChannel({ type: 41, key: '{}', other: 'global' });
const key = await addKey();
const entries: Record<string, (target: string) => Promise<unknown>> = {
  'models of a new channel': (base_url) =>
    call('POST', '/api/channel/fetch_models', { type: 1, base_url, key: 'sk-x' }),
  'models of a saved channel': (base_url) =>
    withChannel({ base_url }, `/api/channel/fetch_models/${channelId}`),
  'test of a channel': (base_url) => withChannel({ base_url }, `/api/channel/test/${channelId}`),
  'balance of a channel': (base_url) => withChannel({ base_url }, `/api/channel/update_balance/${channelId}`),
  'a call through a channel': async (base_url) => {
    await saveChannel({ base_url });
    return relay();
  },
  'the proxy of a channel': async (proxy) => {
    await saveChannel({ base_url: `http://${PUBLIC_V4}`, setting: JSON.stringify({ proxy }) });
    await relay();
    await saveChannel({ setting: '' });
  },
  'the key of a Vertex channel': testVertex,
  'the webhook of a user': async (webhook_url) => {
    await call('PUT', '/api/user/setting', {
      notify_type: 'webhook',
      webhook_url,
      quota_warning_threshold: 1,
    });
    return call('POST', '/api/user/setting/test', {});
  },
  'discovery of a sign-in provider': (base) =>
    callAsRoot('POST', '/api/oauth/oidc/discovery', {
      well_known: `${base}/.well-known/openid-configuration`,
    }),
  'a redirect of a provider': (target) =>
    call('POST', '/api/channel/fetch_models', {
      type: 1,
      base_url: `http://public.test/to/${encodeURIComponent(target)}/`,
      key: 'sk-x',
    }),
};

for (const [index, [entry, attack]] of Object.entries(entries).entries()) {
  const before = publicHits;
  for (const target of urlsOf('public.test')) await attack(target).catch(() => {});
  if (publicHits === before) silent.push(entry);
  for (const target of hosts.flatMap((host, n) => formsOf(host, index + n))) {
    current = `${entry}: ${target}`;
    attempts += 1;
    await attack(target).catch(() => {});
  }
}
await mailTo('loopback.test');
child.kill('SIGKILL');
process.stdout.write(
  `${JSON.stringify({ forms: hosts.length, entries: Object.keys(entries).length + 1, attempts, publicHits, silent, reached })}\n`,
);
process.exit(0);

/** One form for each field and host, all of them in turn; every form with `KILL=1`. */
function formsOf(host: string, turn: number): string[] {
  const urls = urlsOf(host);
  return process.env.KILL === '1' ? urls : [urls[turn % urls.length] ?? ''];
}

function urlsOf(host: string): string[] {
  return [`http://${host}:80`, `https://${host}`, `http://${host}:8080`];
}

/**
 * Listens on all addresses of the port. Public ones redirect to the target in their path, all others record
 * the connection.
 */
async function listenEverywhere(port: number): Promise<void> {
  const web = createHttpServer((request, response) => {
    publicHits += 1;
    const to = /^\/to\/([^/]+)/.exec(request.url ?? '')?.[1];
    if (to)
      response.writeHead(307, { location: decodeURIComponent(to).replace(/[^ -~]/g, encodeURIComponent) });
    response.end('{}');
  });
  const server = createServer((socket: Socket) => {
    socket.on('error', () => {});
    const local = (socket.localAddress ?? '').replace(/^::ffff:/, '');
    if (local === PUBLIC_V4 || local === PUBLIC_V6) {
      publicHits += 1;
      web.emit('connection', socket);
      return;
    }
    reached.push(`${local}:${port} by ${current}`);
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(port, '::', resolve));
}

async function setUp(): Promise<void> {
  await fetch(`${url}/api/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ ...root, confirmPassword: root.password }),
  });
}

interface Answer {
  success: boolean;
  data: unknown;
  message: string;
}

async function signIn(account: typeof root) {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  const send = async (method: string, path: string, body?: object): Promise<Answer> => {
    const response = await fetch(url + path, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
    if (cookies.length > 0) headers.cookie = cookies.join('; ');
    return (await response.json()) as Answer;
  };
  const { data, message } = await send('POST', '/api/user/login', account);
  if (!data) throw new Error(message);
  headers['new-api-user'] = String((data as { id: number }).id);
  return send;
}

async function addAdmin(): Promise<void> {
  await callAsRoot('POST', '/api/user/', { ...admin, display_name: 'admin' });
  const { success, message } = await callAsRoot('POST', '/api/user/manage', { id: 2, action: 'promote' });
  if (!success) throw new Error(message);
  await callAsRoot('PUT', '/api/user/', { id: 2, quota: 1_000_000_000, quota_before: 0 });
}

async function addChannel(fields: object): Promise<number> {
  const name = `channel-${Math.random()}`;
  const added = await call('POST', '/api/channel/', { name, models: 'gpt-4o-mini', ...fields });
  if (!added.success) throw new Error(added.message);
  const { data } = await call('GET', '/api/channel/');
  return (data as { id: number; name: string }[]).find((channel) => channel.name === name)!.id;
}

async function addKey(): Promise<string> {
  const { data } = await call('POST', '/api/token/', { name: 'attack', unlimited_quota: true });
  return `sk-${(data as { key: string }).key}`;
}

function saveChannel(fields: object) {
  return call('PUT', '/api/channel/', { id: channelId, key: 'sk-canary', ...fields });
}

async function withChannel(fields: object, path: string): Promise<unknown> {
  await saveChannel(fields);
  return call('GET', path);
}

function relay(): Promise<unknown> {
  return fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'gpt-4o-mini',
      max_tokens: 5,
      messages: [{ role: 'user', content: 'hi' }],
    }),
  }).then((response) => response.text());
}

/** A service account names the address where it is exchanged for an access token. */
async function testVertex(token_uri: string): Promise<unknown> {
  const account = {
    type: 'service_account',
    project_id: 'p',
    client_email: 'a@b.test',
    private_key,
    token_uri,
  };
  await call('PUT', '/api/channel/', { id: vertexId, key: JSON.stringify(account) });
  return call('GET', `/api/channel/test/${vertexId}`);
}

async function mailTo(host: string): Promise<void> {
  current = `the mail server: ${host}`;
  attempts += 1;
  for (const [option, value] of [
    ['SMTPServer', host],
    ['SMTPPort', '25'],
    ['SMTPFrom', 'a@b.test'],
    ['SMTPAccount', 'a'],
  ] as const)
    await callAsRoot('PUT', '/api/option/', { key: option, value });
  await callAsRoot('POST', '/api/option/test_mail', { email: 'root@b.test' });
}
