import type { Browser, CDPSession, Page } from '@playwright/test';
import { fakeStream, readWork, type Work, watchWork } from './console/page-work.ts';
import { newProfile, type Visitor, withConsole } from './console/slow-visitor.ts';
import { longestTask } from './console/task-times.ts';
import { fillLog } from './reading/dataset.ts';
import { median, pause } from './relay/machine.ts';

/**
 * Measures what the console costs the browser: a tick, an opened and an unfolded row in tables of 100 rows, and a
 * reply of 600 tokens in the playground at 100 tokens a second, after 12 earlier replies. With the whole processor and
 * with a quarter of it. A button on an empty page is measured too: what other programs on the machine take.
 * Needs a built console (`npm run build`). Usage: `npm run bench rendering [rounds] [part of a name]`.
 */
const rounds = Number(process.argv[2] ?? 5);
const wanted = process.argv[3] ?? '';
const ROWS = 100;
const TOKENS = 600;
const EARLIER_REPLIES = 12;
const SLOWDOWNS = [1, 4];
/** The panel of an opened entry may lie over the middle of the next row. */
const NEAR_ITS_CORNER = { x: 6, y: 6 };
/** All that the page does before the measurement. */
const SETTLE_MS = 1500;

interface Site {
  browser: Browser;
  url: string;
  visitor: Visitor;
}

interface Measured extends Work {
  /** Processor time of the longest task. */
  taskMs: number;
}

interface Clicks {
  name: string;
  /** Shows what is clicked. */
  open: (page: Page, url: string) => Promise<unknown>;
  /** Selects one element of each row. */
  click: string;
}

const EMPTY_PAGE: Clicks = {
  name: 'empty page',
  open: (page) =>
    page.goto(`data:text/html,${'<button onclick="this.textContent = 1">0</button>'.repeat(ROWS)}`),
  click: 'button',
};

const TABLES: readonly Clicks[] = [
  {
    name: 'tokens, tick a row',
    open: (page, url) => page.goto(`${url}/token?page_size=${ROWS}`),
    click: 'tbody tr[data-row] label.arco-checkbox',
  },
  {
    name: 'log, open a row',
    open: (page, url) => page.goto(`${url}/log?page_size=${ROWS}`),
    click: 'tbody tr[data-row] .tg-grid-title',
  },
  {
    name: 'channels by tag, unfold a row',
    open: async (page, url) => {
      await page.goto(`${url}/channel?page_size=${ROWS}`);
      await page.getByText('By tag').click();
    },
    click: 'tbody tr[data-row] button[aria-expanded]',
  },
];

const noLimits = { GLOBAL_API_RATE_LIMIT: '0', ACCOUNT_API_RATE_LIMIT: '0', CRITICAL_RATE_LIMIT: '0' };

await withConsole(async ({ dataDir, ...site }) => {
  await fill(site.url, site.visitor, dataDir);
  for (const slowdown of SLOWDOWNS) {
    await measureClicks(site, slowdown, EMPTY_PAGE);
    for (const table of TABLES) if (table.name.includes(wanted)) await measureClicks(site, slowdown, table);
    if ('playground'.includes(wanted))
      for (const earlier of [0, EARLIER_REPLIES]) await measureReply(site, slowdown, earlier);
  }
}, noLimits);

async function fill(url: string, visitor: Visitor, dataDir: string): Promise<void> {
  await fillLog({ dataDir }, ROWS * 2, Math.floor(Date.now() / 1000));
  const { id } = JSON.parse(visitor.user) as { id: number };
  const headers = {
    'content-type': 'application/json',
    origin: url,
    cookie: visitor.cookie,
    'new-api-user': String(id),
  };
  const create = async (address: string, body: object) => {
    const answer = await fetch(`${url}${address}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${address} was refused with ${answer.status}`);
  };
  for (let number = 1; number <= ROWS; number++) {
    await create('/api/token/', { name: `token ${number}`, unlimited_quota: true });
    const channel = { type: 1, key: `k${number}`, base_url: 'http://127.0.0.1:9', models: 'gpt-4o-mini' };
    await create('/api/channel/', { ...channel, name: `channel ${number}`, tag: `tag ${number}` });
  }
}

/** Opens a page of 100 rows and clicks one control of `rounds` rows, as a mouse that rests on it. */
async function measureClicks({ browser, url, visitor }: Site, slowdown: number, what: Clicks): Promise<void> {
  const { page, processor, close } = await openPage(browser, url, visitor);
  await what.open(page, url);
  await page
    .locator(what.click)
    .nth(ROWS - 1)
    .waitFor();
  await pause(SETTLE_MS);
  await processor.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const works: Measured[] = [];
  for (let round = 0; round < rounds; round++) {
    await page
      .locator(what.click)
      .nth(round + 2)
      .hover({ position: NEAR_ITS_CORNER });
    await pause(SETTLE_MS);
    await page.evaluate(watchWork);
    const taskMs = await longestTask(browser, page, async () => {
      await page.mouse.down();
      await page.mouse.up();
      await pause(SETTLE_MS);
    });
    works.push({ ...(await page.evaluate(readWork)), taskMs });
  }
  report(`${what.name}, CPU 1/${slowdown}`, works);
  await close();
}

/** One reply in the playground after `earlier` others. */
async function measureReply(
  { browser, url, visitor }: Site,
  slowdown: number,
  earlier: number,
): Promise<void> {
  const { page, processor, close } = await openPage(browser, url, visitor);
  await page.goto(`${url}/playground`);
  const box = page.locator('.playground-composer textarea');
  const ask = async (tokens: number, perSecond: number) => {
    await page.evaluate(fakeStream, { tokens, perSecond });
    await box.fill('Go on');
    await box.press('Enter');
    await page.locator('li[data-status="complete"]').nth(1).waitFor();
    await page
      .locator('li[data-status="loading"], li[data-status="incomplete"]')
      .waitFor({ state: 'detached' });
  };
  for (let reply = 0; reply < earlier; reply++) await ask(200, 20_000);
  await pause(SETTLE_MS);
  await processor.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.evaluate(watchWork);
  const taskMs = await longestTask(browser, page, () => ask(TOKENS, 100));
  const work = { ...(await page.evaluate(readWork)), taskMs };
  report(`playground after ${earlier} replies, CPU 1/${slowdown}`, [work]);
  await close();
}

async function openPage(
  browser: Browser,
  url: string,
  visitor: Visitor,
): Promise<{ page: Page; processor: CDPSession; close: () => Promise<void> }> {
  const context = await newProfile(browser, url, visitor);
  const page = await context.newPage();
  // React reports its commits to the hook of its developer tools.
  await page.addInitScript(() => {
    const hook = { supportsFiber: true, inject: () => 1, commits: 0, rendered: 0 } as Record<string, unknown>;
    Object.assign(globalThis, { __REACT_DEVTOOLS_GLOBAL_HOOK__: hook });
    hook.onCommitFiberUnmount = () => {};
    hook.onPostCommitFiberRoot = () => {};
    hook.onCommitFiberRoot = () => {
      hook.commits = Number(hook.commits) + 1;
    };
  });
  const processor = await context.newCDPSession(page);
  return { page, processor, close: () => context.close() };
}

function report(name: string, works: Measured[]): void {
  const of = (key: keyof Measured) => {
    const values = works.map((work) => work[key]);
    const range = values.length > 1 ? ` (${Math.min(...values)}-${Math.max(...values)})` : '';
    return `${median(values).toFixed(0)}${range}`;
  };
  console.log(
    `${name}: commits ${of('commits')}, a second ${of('commitsPerSecond')}; event ${of('eventMs')} ms, longest frame ${of('frameMs')} ms, longest task ${of('taskMs')} ms of processor, long tasks ${of('longTasks')}; jump at the end ${of('jump')} px`,
  );
}
