import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { findProgram } from './server-programs.ts';

export interface TestNginx {
  /** Sends a request over TLS that announces a body of so many bytes; 0: a request without a body. */
  request(
    path: string,
    bodyBytes?: number,
  ): Promise<{ status: number; headersDistinct: IncomingMessage['headersDistinct'] }>;
  stop(): Promise<void>;
}

export const nginxProgram = findProgram('nginx', ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin']);

const FILE = join(import.meta.dirname, '../../../../deploy/nginx.conf');
const CLUSTER_FILE = join(import.meta.dirname, '../../../../deploy/nginx.cluster.conf');
const START_MS = 20_000;

/**
 * Starts the real nginx with `deploy/nginx.conf`, on free ports of 127.0.0.1. Changes only ports, paths and
 * the address of the gateway. Creates its certificate with openssl.
 *
 * @param gatewayUrl where the gateway listens
 */
export async function startNginx(gatewayUrl: string): Promise<TestNginx> {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-nginx-'));
  const [plain, tls] = await Promise.all([freePort(), freePort()]);
  const options =
    '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=gate.example';
  execFileSync('openssl', ['req', ...options.split(' '), '-keyout', 'privkey.pem', '-out', 'fullchain.pem'], {
    cwd: folder,
    stdio: 'ignore',
  });
  const site = readFileSync(FILE, 'utf8')
    .replace(/^\s*listen \[::\].*$/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443 ', `listen 127.0.0.1:${tls} `)
    .replace('server 127.0.0.1:3000;', `server ${new URL(gatewayUrl).host};`)
    .replaceAll('/etc/letsencrypt/live/gate.example/', `${folder}/`)
    .replace('/var/log/nginx/', `${folder}/`);
  const run = await runNginx(folder, site, () => send(tls, '/livez', 0));
  return { request: (path, bodyBytes = 0) => send(tls, path, bodyBytes), stop: run.stop };
}

/**
 * Starts nginx with `deploy/nginx.cluster.conf` in front of several gateways, on a free port of 127.0.0.1. Changes only
 * ports, paths and the addresses of the gateways.
 */
export async function startClusterNginx(
  gatewayUrls: readonly string[],
): Promise<{ url: string; readErrors(): string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-nginx-'));
  const port = await freePort();
  const servers = gatewayUrls.map((url) => `  server ${new URL(url).host} max_fails=1 fail_timeout=5s;`);
  const site = readFileSync(CLUSTER_FILE, 'utf8')
    .replace(/(?:^ +server gateway-.*\n)+/m, `${servers.join('\n')}\n`)
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('/var/log/nginx/', `${folder}/`);
  const url = `http://127.0.0.1:${port}`;
  const { stop } = await runNginx(folder, site, () => fetch(`${url}/livez`));
  return { url, readErrors: () => readFileSync(join(folder, 'error.log'), 'utf8'), stop };
}

/** @param probe answers when nginx is up */
async function runNginx(
  folder: string,
  site: string,
  probe: () => Promise<unknown>,
): Promise<{ stop(): Promise<void> }> {
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; master_process off; pid ${folder}/pid; events { worker_connections 4096; } http { ${folders.join(' ')}\n${site}\n}`,
  );
  const settings = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')];
  const child = spawn(nginxProgram as string, settings, { stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (bytes) => (errors += bytes));
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const stop = async () => {
    process.off('exit', kill);
    const ended = child.exitCode === null && new Promise((resolve) => child.once('exit', resolve));
    kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const deadline = performance.now() + START_MS;
  while (!(await probe().catch(() => undefined))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      await stop();
      throw new Error(`nginx does not start: ${errors}`);
    }
    await sleep(20);
  }
  return { stop };
}

function send(port: number, path: string, bodyBytes: number): ReturnType<TestNginx['request']> {
  return new Promise((resolve, reject) => {
    const call = request({
      ...{ host: '127.0.0.1', port, path, servername: 'gate.example', rejectUnauthorized: false },
      method: bodyBytes > 0 ? 'POST' : 'GET',
      headers: { host: 'gate.example', ...(bodyBytes > 0 && { 'content-length': bodyBytes }) },
      agent: false,
    });
    call.on('error', reject);
    call.on('response', (response) => {
      resolve({ status: response.statusCode ?? 0, headersDistinct: response.headersDistinct });
      response.resume();
      response.once('end', () => call.destroy());
    });
    if (bodyBytes > 0) call.flushHeaders();
    else call.end();
  });
}
