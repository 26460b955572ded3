import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { browserOptions } from '@tollgate/tooling/browser';
import { gatewayProgram } from '@tollgate/tooling/gateway-program';
import { end, freePort, untilOpen } from '../relay/machine.ts';

const program = gatewayProgram();
const root = { username: 'root', password: 'gatekeeper-1' };
const slow = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 };
const CPU_SLOWDOWN = 4;
const START_LIMIT_MS = 60_000;

export interface Visitor {
  /** `name=value`. */
  cookie: string;
  /** As stored by the console. */
  user: string;
}

/** Starts a gateway with the built console and a browser, and ends both after `work`. `visitor` is the root user. */
export async function withConsole(
  work: (site: { url: string; browser: Browser; visitor: Visitor; dataDir: string }) => Promise<void>,
  settings: NodeJS.ProcessEnv = {},
): Promise<void> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'tollgate-bench-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const gateway = spawn(process.execPath, [program, 'serve'], {
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const browser = await chromium.launch(browserOptions());
  try {
    await untilOpen(`${url}/api/status`, START_LIMIT_MS);
    await work({ url, browser, visitor: await signIn(url), dataDir });
  } finally {
    await browser.close();
    await end(gateway);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Returns a new browser profile, signed in when a visitor is given. */
export async function newProfile(browser: Browser, url: string, visitor?: Visitor): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1280, height: 800 } });
  context.setDefaultTimeout(START_LIMIT_MS);
  if (!visitor) return context;
  const [name = '', value = ''] = visitor.cookie.split('=');
  await context.addCookies([{ name, value, url }]);
  await context.addInitScript((stored) => localStorage.setItem('user', stored), visitor.user);
  return context;
}

/** 1.6 Mbit/s, 150 ms per response, a quarter of the processor. */
export async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', slow);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
}

async function signIn(url: string): Promise<Visitor> {
  const post = (where: string, body: object) =>
    fetch(url + where, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify(body),
    });
  await post('/api/setup', { ...root, confirmPassword: root.password });
  const answer = await post('/api/user/login', root);
  const { data } = (await answer.json()) as { data: object };
  return { cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '', user: JSON.stringify(data) };
}
