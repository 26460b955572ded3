import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { BrowserContext } from '@playwright/test';
import type { RegistrySnapshot, ResolvedArea } from '@tollgate/contract';

/** Serves the console's files without a gateway: loading areas needs neither data nor accounts. */
export async function startConsoleFiles(
  root: string,
  env: NodeJS.ProcessEnv = {},
): Promise<{ url: string; stop(): Promise<void> }> {
  const program = path.resolve(import.meta.dirname, '../../gateway/src/testing/console-server.ts');
  const server = spawn(process.execPath, [program, '0', root], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  const url = await firstLine(server);
  return {
    url,
    async stop() {
      server.kill('SIGTERM');
      if (server.exitCode === null) await once(server, 'exit');
    },
  };
}

export async function readRegistry(url: string): Promise<RegistrySnapshot> {
  return (await (await fetch(`${url}/api/console/registry`)).json()) as RegistrySnapshot;
}

export function getArea(registry: RegistrySnapshot, id: string): ResolvedArea {
  const area = registry.areas.find((candidate) => candidate.id === id);
  if (!area?.active) throw new Error(`The area ${id} is not built. Run "npm run build" first.`);
  return area;
}

/** The root user is signed in and the site is set up. All other calls stay pending: pages show that they load. */
export async function answerAsRoot(context: BrowserContext): Promise<void> {
  await context.addInitScript(
    (user) => location.protocol === 'http:' && localStorage.setItem('user', JSON.stringify(user)),
    ROOT,
  );
  await context.route('**/api/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/api/console/registry') return route.fallback();
    const data = ANSWERS[pathname.replace(/\/$/, '')];
    return data === undefined ? undefined : route.fulfill({ json: { success: true, message: '', data } });
  });
}

async function firstLine(server: ChildProcess): Promise<string> {
  if (!server.stdout) throw new Error('The server has no output to read its address from.');
  const [text] = await once(server.stdout, 'data');
  return String(text).trim();
}

const ROOT = { id: 1, username: 'root', display_name: 'Root', role: 100, status: 1, group: 'default' };

const ANSWERS: Record<string, unknown> = {
  '/api/status': {
    setup: true,
    system_name: 'Tollgate',
    version: '0.1.0',
    quota_per_unit: 500_000,
    display_currency: 'USD',
    display_currency_rate: 1,
    display_in_currency: true,
    chats: [],
    password_login: true,
  },
  '/api/user/self': ROOT,
  '/api/notice': '',
};
