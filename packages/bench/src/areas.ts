import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { browserOptions } from '@tollgate/tooling/browser';
import { end, freePort, median, pause, untilOpen } from './relay/machine.ts';

/**
 * How long a switch to another area takes, from the click to its heading: the files not here yet, fetched ahead because
 * the pointer rested on the menu entry, and with the area in memory. On a slow line and a slow machine: 1.6 Mbit/s,
 * 150 ms, a quarter of the processor. Each round has a browser profile of its own. The three kinds of a round are one
 * after the other, so their ratios hold also where the machine is busy. Needs a built console (`npm run build`).
 * Usage: `npm run bench areas [rounds]`.
 */
const rounds = Number(process.argv[2] ?? 5);
const program = path.resolve(import.meta.dirname, '../../gateway/src/main.ts');
const root = { username: 'root', password: 'gatekeeper-1' };
const areas = { '/log': 'logs', '/channel': 'admin-channels', '/setting': 'admin-settings' } as const;
const slow = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 };
const CPU_SLOWDOWN = 4;
const TARGETS_MS = { cold: 1200, ahead: 300 };

interface Visitor {
  /** `name=value`. */
  cookie: string;
  /** As the console remembers it. */
  user: string;
}

type Kind = 'cold' | 'ahead' | 'again';
const times: Record<Kind, number[]> = { cold: [], ahead: [], again: [] };

const dataDir = mkdtempSync(path.join(tmpdir(), 'tollgate-bench-'));
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const gateway = spawn(process.execPath, [program, 'serve'], {
  env: { ...process.env, HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error' },
  stdio: ['ignore', 'ignore', 'inherit'],
});
const browser = await chromium.launch(browserOptions());
try {
  await untilOpen(`${url}/api/status`);
  const visitor = await signIn();
  for (let round = 0; round < rounds; round++)
    for (const kind of ['cold', 'ahead'] as const) await measure(browser, visitor, kind);
  report();
} finally {
  await browser.close();
  await end(gateway);
  rmSync(dataDir, { recursive: true, force: true });
}

/** Visits each area once from the page of tokens, and once more. */
async function measure(chrome: Browser, { cookie, user }: Visitor, kind: 'cold' | 'ahead'): Promise<void> {
  const context = await chrome.newContext({ locale: 'en-US', viewport: { width: 1280, height: 800 } });
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url }]);
  await context.addInitScript((stored) => localStorage.setItem('user', stored), user);
  const page = await context.newPage();
  await page.goto(`${url}/token`);
  await page.locator('section[data-area="user"] h1').waitFor();
  await pause(2000); // what the page fetches when it has nothing else to do
  await throttle(page);
  for (const [target, area] of Object.entries(areas)) {
    if (kind === 'ahead') {
      await page.hover(`a[href="${target}"]`);
      await pause(4000);
    }
    times[kind].push(await timeSwitch(page, target, area));
    await timeSwitch(page, '/token', 'user');
    if (kind === 'cold') times.again.push(await timeSwitch(page, target, area));
    await timeSwitch(page, '/token', 'user');
  }
  await context.close();
}

async function throttle(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', slow);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
}

/** Milliseconds from the click to the heading, by the clock of the page. The click comes without a hover. */
function timeSwitch(page: Page, target: string, area: string): Promise<number> {
  return page.evaluate(
    ([href, id]) =>
      new Promise<number>((resolve) => {
        const startedAt = performance.now();
        const observer = new MutationObserver(look);
        observer.observe(document.body, { childList: true, subtree: true });
        document.querySelector<HTMLElement>(`a[href="${href}"]`)?.click();
        look();
        function look(): void {
          // The title that the shell shows while the page loads is not the page.
          if (!document.querySelector(`section[data-area="${id}"] h1:not([aria-busy] h1)`)) return;
          observer.disconnect();
          requestAnimationFrame(() => resolve(performance.now() - startedAt));
        }
      }),
    [target, area] as const,
  );
}

async function signIn(): Promise<Visitor> {
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

function report(): void {
  const words = { cold: 'files not here', ahead: 'fetched ahead', again: 'in memory' };
  console.log(`${rounds} rounds of ${Object.keys(areas).length} areas: median (range) in ms`);
  for (const [kind, values] of Object.entries(times) as [Kind, number[]][]) {
    const target = kind in TARGETS_MS ? `, target ${TARGETS_MS[kind as keyof typeof TARGETS_MS]}` : '';
    const range = `${Math.min(...values).toFixed(0)}-${Math.max(...values).toFixed(0)}`;
    console.log(`  ${words[kind]}: ${median(values).toFixed(0)} (${range})${target}`);
  }
  const cold = median(times.cold);
  console.log(`  fetched ahead / files not here: ${(median(times.ahead) / cold).toFixed(2)}`);
  console.log(`  in memory / files not here: ${(median(times.again) / cold).toFixed(2)}`);
}
