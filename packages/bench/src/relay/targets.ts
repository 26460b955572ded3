import type { ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gatewayProgram } from '@tollgate/tooling/gateway-program';
import { freePort, pinned, untilOpen } from './machine.ts';
import { MODELS, populate } from './population.ts';
import { setUp } from './set-up.ts';

/** A server of chat calls: the provider itself, nginx in front of it, or the gateway in front of it. */
export interface Target {
  name: string;
  url: string;
  /** API keys of its callers. */
  keys: readonly string[];
  models: readonly string[];
  process: ChildProcess;
}

const STAND_IN = { keys: ['bench'], models: MODELS };

const GATEWAY_CORE = 0;
const LOAD_CORE = 1;
/** Same value as `npm start` and the service. */
const YOUNG_HEAP = '--max-semi-space-size=32';

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
  return { name: 'direct', url, ...STAND_IN, process: child };
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
  return { name: 'nginx', url, ...STAND_IN, process: child };
}

interface GatewayOptions {
  /** The program; another checkout's to compare with. */
  main?: string;
  /** Where it runs. */
  cores?: number | string;
  /** One user with one token, one model and one channel in place of {@link populate}'s. */
  isAlone?: boolean;
  /** Keys of callers, on a database that another gateway has filled. */
  keys?: readonly string[] | undefined;
  /** Arguments of Node. */
  nodeOptions?: readonly string[];
  env?: NodeJS.ProcessEnv;
}

/** Starts the whole product with everything on, set up through its own API. */
export async function startGateway(upstream: Target, options: GatewayOptions = {}): Promise<Target> {
  const {
    main = gatewayProgram(),
    cores = GATEWAY_CORE,
    isAlone = false,
    nodeOptions = [],
    env,
    keys,
  } = options;
  const port = await freePort();
  const child = pinned(cores, process.execPath, [YOUNG_HEAP, ...nodeOptions, main, 'serve'], {
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: scratch('tollgate'),
    SSRF_ALLOW: '127.0.0.1/32',
    LOG_LEVEL: 'warn',
    DRAIN_LISTEN_SECONDS: '0',
    ...env,
  });
  const url = `http://127.0.0.1:${port}`;
  await untilOpen(`${url}/api/status`, 90_000);
  const callers = isAlone
    ? { keys: [await setUp(url, upstream.url)], models: ['gpt-4o-mini'] }
    : { keys: keys ?? (await populate(url, upstream.url)), models: MODELS };
  return { name: 'tollgate', url, ...callers, process: child };
}

function scratch(name: string): string {
  mkdirSync(tmpdir(), { recursive: true });
  const folder = mkdtempSync(path.join(tmpdir(), `tollgate-bench-${name}-`));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
