import type { ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort, pinned, untilOpen } from './machine.ts';

/** A server of chat calls: the provider itself, nginx in front of it, or the gateway in front of it. */
export interface Target {
  name: 'direct' | 'nginx' | 'tollgate';
  url: string;
  key: string;
  process: ChildProcess;
}

const GATEWAY_CORE = 0;
const LOAD_CORE = 1;
/** Same value as `npm start` and the service. */
const YOUNG_HEAP = '--max-semi-space-size=32';
const gatewayMain = path.resolve(import.meta.dirname, '../../../gateway/src/main.ts');

/** @param answerMs response time of the provider */
export async function startDirect(answerMs = 0): Promise<Target> {
  const port = await freePort();
  const child = pinned(LOAD_CORE, process.execPath, [
    path.join(import.meta.dirname, 'upstream.ts'),
    String(port),
    String(answerMs),
  ]);
  const url = `http://127.0.0.1:${port}`;
  await untilOpen(url);
  return { name: 'direct', url, key: 'bench', process: child };
}

/** Measures the cost of the senders: it responds 429 before it reads a body. */
export async function startRefusing(cores: number | string): Promise<{ url: string; process: ChildProcess }> {
  const port = await freePort();
  const child = pinned(cores, process.execPath, [
    path.join(import.meta.dirname, 'refusing-server.ts'),
    String(port),
  ]);
  const url = `http://127.0.0.1:${port}`;
  await untilOpen(url);
  return { url, process: child };
}

/** nginx as a bare reverse proxy: one worker, keep-alive to the provider, no buffering, no access log. */
export async function startNginx(upstream: Target): Promise<Target> {
  const port = await freePort();
  const folder = scratch('nginx');
  const file = path.join(folder, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  writeFileSync(
    file,
    `daemon off; master_process off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log; worker_rlimit_nofile 20000;
events { worker_connections 16000; }
http {
  access_log off; client_body_buffer_size 2m; client_max_body_size 64m; keepalive_requests 100000000; ${temporary.join(' ')}
  upstream provider { server ${new URL(upstream.url).host}; keepalive 2000; keepalive_requests 100000000; }
  server {
    listen 127.0.0.1:${port} backlog=8192;
    location / {
      proxy_pass http://provider; proxy_http_version 1.1; proxy_set_header Connection "";
      proxy_set_header Authorization "Bearer upstream-key"; proxy_buffering off;
    }
  }
}
`,
  );
  const child = pinned(GATEWAY_CORE, 'nginx', ['-c', file, '-p', folder]);
  const url = `http://127.0.0.1:${port}`;
  await untilOpen(url);
  return { name: 'nginx', url, key: 'bench', process: child };
}

/**
 * Starts the whole product with everything on, set up through its own API: setup, sign-in, channel, price, token.
 * @param main the program; another checkout's to compare with
 * @param cores where it runs
 */
export async function startGateway(
  upstream: Target,
  main = gatewayMain,
  cores: number | string = GATEWAY_CORE,
): Promise<Target> {
  const port = await freePort();
  const child = pinned(
    cores,
    process.execPath,
    [...(main === gatewayMain ? [YOUNG_HEAP] : []), main, 'serve'],
    {
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: scratch('tollgate'),
      SSRF_ALLOW: '127.0.0.1/32',
      LOG_LEVEL: 'warn',
      DRAIN_LISTEN_SECONDS: '0',
    },
  );
  const url = `http://127.0.0.1:${port}`;
  await untilOpen(`${url}/api/status`, 90_000);
  return { name: 'tollgate', url, key: await setUp(url, upstream.url), process: child };
}

const account = { username: 'root', password: 'bench-password' };

/** Returns an API key that can call `gpt-4o-mini` through the upstream. */
export async function setUp(url: string, upstream: string): Promise<string> {
  await call(url, 'POST /api/setup', { ...account, confirmPassword: account.password });
  const session = await signIn(url);
  await call(
    url,
    'POST /api/channel/',
    { type: 1, name: 'bench', key: 'upstream-key', base_url: upstream, models: 'gpt-4o-mini' },
    session,
  );
  const token = await call(url, 'POST /api/token/', { name: 'bench', unlimited_quota: true }, session);
  return `sk-${(token.data as { key: string }).key}`;
}

/** Registers an account with an empty balance. Returns its API key. */
export async function registerStranger({ url }: Target): Promise<string> {
  const stranger = { username: 'stranger', password: 'bench-password' };
  await call(url, 'POST /api/user/register', { ...stranger, password2: stranger.password });
  const session = await signIn(url, stranger);
  const token = await call(url, 'POST /api/token/', { name: 'bench', unlimited_quota: true }, session);
  return `sk-${(token.data as { key: string }).key}`;
}

/** Returns the headers of a session, of the root user by default. */
export async function signIn(url: string, person = account): Promise<Record<string, string>> {
  const { cookies, data } = await call(url, 'POST /api/user/login', person);
  return {
    cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; '),
    'new-api-user': String((data as { id: number }).id),
  };
}

/** Calls an endpoint, such as `POST /api/setup`. Returns `data` and throws the server's errors. */
async function call(url: string, endpoint: string, body: object, headers: Record<string, string> = {}) {
  const [method = '', path = ''] = endpoint.split(' ');
  const response = await fetch(url + path, {
    method,
    headers: { 'content-type': 'application/json', origin: url, ...headers },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { success: boolean; message: string; data: unknown };
  if (!answer.success) throw new Error(`${endpoint}: ${answer.message}`);
  return { data: answer.data, cookies: response.headers.getSetCookie() };
}

function scratch(name: string): string {
  mkdirSync(tmpdir(), { recursive: true });
  const folder = mkdtempSync(path.join(tmpdir(), `tollgate-bench-${name}-`));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
