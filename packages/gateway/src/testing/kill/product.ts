import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { gatewayProgram } from '@tollgate/tooling/gateway-program';
import { bareEnvironment } from '../bare-environment.ts';
import type { LivingGateway } from './rounds.ts';

const main = gatewayProgram();

/** Settings of the process, as its environment. */
type Settings = Readonly<Record<string, string>>;

/** Runs a command of `tollgate` on a data folder and collects its output. */
export function runProduct(
  dataDir: string,
  command: string,
  settings: Settings = {},
): { child: ChildProcess; output: () => string } {
  const env = {
    ...bareEnvironment,
    HOST: '127.0.0.1',
    PORT: '0',
    WORKERS: '1',
    DATA_DIR: dataDir,
    SSRF_ALLOW: '127.0.0.1/32',
    LOG_LEVEL: 'warn',
    DRAIN_LISTEN_SECONDS: '0',
    ...settings,
  };
  const child = spawn(process.execPath, [main, command], { env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (output += piece));
  return { child, output: () => output };
}

/** Runs the whole gateway like its operator. Resolves when it takes calls. */
export function startProduct(dataDir: string, settings?: Settings): Promise<LivingGateway> {
  const { child, output } = runProduct(dataDir, 'serve', settings);
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', () => {
      const url = /Tollgate is ready: (http:\/\/[\w.:]+)/.exec(output())?.[1];
      if (url) resolve({ child, url });
    });
    child.once('exit', (code) => reject(new Error(`the gateway ended with ${code}: ${output()}`)));
  });
}

/** The process ids of the workers of a product that runs with several. */
export function workersOf({ pid = 0 }: ChildProcess): number[] {
  const path = `/proc/${pid}/task/${pid}/children`;
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split(' ').filter(Boolean).map(Number) : [];
}

/** Resolves when none of these processes runs any more. */
export async function untilGone(pids: readonly number[]): Promise<void> {
  while (pids.some((pid) => existsSync(`/proc/${pid}`))) await sleep(10);
}

/** Does the first-run setup, sign-in, a channel and a key, all by the API. Returns the key. */
export async function setUpProduct(url: string, provider: string): Promise<string> {
  await callConsole(url, 'POST /api/setup', { ...account, confirmPassword: account.password });
  const session = await signIn(url);
  const channel = { type: 1, name: 'fake', key: 'sk-fake', base_url: provider, models: 'gpt-4o-mini' };
  await callConsole(url, 'POST /api/channel/', channel, session);
  const token = await callConsole(url, 'POST /api/token/', { name: 'kill', unlimited_quota: true }, session);
  return `sk-${(token.data as { key: string }).key}`;
}

const account = { username: 'root', password: 'correct horse' };

/** Returns the headers of a session of the account that `setUpProduct` made. */
export async function signIn(url: string): Promise<Record<string, string>> {
  const { cookies, data } = await callConsole(url, 'POST /api/user/login', account);
  return {
    cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; '),
    'new-api-user': String((data as { id: number }).id),
  };
}

/** Calls the console API. @param address like `POST /api/token/` @throws when it refuses */
export async function callConsole(
  url: string,
  address: `${'POST' | 'PUT'} /api/${string}`,
  body: object,
  headers: Record<string, string> = {},
) {
  const [method, path] = address.split(' ');
  const response = await fetch(`${url}${path}`, {
    ...(method && { method }),
    headers: { 'content-type': 'application/json', origin: url, ...headers },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { success: boolean; message: string; data: unknown };
  if (!answer.success) throw new Error(`${address}: ${answer.message}`);
  return { data: answer.data, cookies: response.headers.getSetCookie() };
}
