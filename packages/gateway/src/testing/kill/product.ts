import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { bareEnvironment } from '../bare-environment.ts';
import type { LivingGateway } from './rounds.ts';

const main = join(import.meta.dirname, '../../main.ts');

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

/** Does the first-run setup, sign-in, a channel and a key, all by the API. Returns the key. */
export async function setUpProduct(url: string, provider: string): Promise<string> {
  const account = { username: 'root', password: 'correct horse' };
  await post(url, '/api/setup', { ...account, confirmPassword: account.password });
  const signedIn = await post(url, '/api/user/login', account);
  const session = {
    cookie: signedIn.cookies.map((cookie) => cookie.split(';')[0]).join('; '),
    'new-api-user': String((signedIn.data as { id: number }).id),
  };
  const channel = { type: 1, name: 'fake', key: 'sk-fake', base_url: provider, models: 'gpt-4o-mini' };
  await post(url, '/api/channel/', channel, session);
  const token = await post(url, '/api/token/', { name: 'kill', unlimited_quota: true }, session);
  return `sk-${(token.data as { key: string }).key}`;
}

async function post(url: string, path: string, body: object, headers: Record<string, string> = {}) {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, ...headers },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { success: boolean; message: string; data: unknown };
  if (!answer.success) throw new Error(`${path}: ${answer.message}`);
  return { data: answer.data, cookies: response.headers.getSetCookie() };
}
