import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { areaOf, comeAs, expectSamePage, follow, markPage, noticeOf } from './areas.ts';
import { copyArea, type ForeignArea, type IsolatedAreaId } from './isolated-areas.ts';
import { expect, type Page, test } from './journey.ts';
import { weigh } from './memory.ts';
import { type OpenedConsole, openConsole } from './opened-console.ts';
import { type AreaCommand, openPublishing } from './publishing.ts';

/** Areas with a framework of their own, by their headings. */
const AREAS = {
  'vue-notes': { en: 'Vue notes', zh: 'Vue 笔记' },
  'svelte-notes': { en: 'Svelte notes', zh: 'Svelte 笔记' },
  'react-18-notes': { en: 'React 18 notes', zh: 'React 18 笔记' },
} as const satisfies Record<IsolatedAreaId, object>;
const ids = Object.keys(AREAS) as IsolatedAreaId[];
const LIMIT_MS = 300_000;
const SWITCHES = process.env.TEST_ALL ? 50 : 20;
/** Allowed growth of the heap after the first half of the switches. */
const GROWTH = 1.1;

interface Shipped {
  area: ForeignArea;
  /** With the deploy token of this area. */
  publish: AreaCommand;
  buildId: string;
}

let site: OpenedConsole;
/** As root. */
let command: AreaCommand;
const shipped = new Map<IsolatedAreaId, Shipped>();

test.setTimeout(LIMIT_MS);
test.beforeAll(async ({ playwright }) => {
  test.setTimeout(LIMIT_MS);
  site = await openConsole();
  const request = await playwright.request.newContext();
  for (const id of ids) {
    const area = copyArea(id);
    command = await openPublishing(site.product, request, id);
    const publish = command;
    shipped.set(id, { area, publish, buildId: await ship(area, publish, id) });
  }
  await request.dispose();
});
test.afterAll(async () => {
  await site?.stop();
  for (const { area } of shipped.values()) area.remove();
});
test.beforeEach(({ page }) => comeAs(page, site.product.url, site.api));

for (const id of ids) {
  test(`${id} has the session and follows addresses, theme and language while it stays mounted`, async ({
    page,
  }) => {
    const area = await open(page, id);
    await expect(area.getByRole('heading', { name: AREAS[id].en })).toBeVisible();
    await expect(area.getByText('root, light')).toBeVisible();
    await markPage(page);
    await area.getByRole('button', { name: 'Count 0' }).click();

    await area.getByRole('link', { name: 'Note 7' }).click();
    await expect(page).toHaveURL(`${site.product.url}/${id}/7?from=list`);
    await expect(area.getByText('Note 7 in full')).toBeVisible();
    await expect(page).toHaveTitle(`${AREAS[id].en} – Tollgate`);
    await page.goBack();
    await expect(area.getByRole('link', { name: 'Note 7' })).toBeVisible();

    await choose(page, 'Theme', 'Dark');
    await expect(area.getByText('root, dark')).toBeVisible();
    await choose(page, 'Language', '中文');
    await expect(area.getByRole('heading', { name: AREAS[id].zh })).toBeVisible();
    await expect(area.getByRole('button', { name: 'Count 1' })).toBeVisible();

    await area.getByRole('link', { name: 'Usage' }).click();
    await expect(areaOf(page, 'logs')).toBeVisible();
    await expectSamePage(page);
  });

  test(`styles of ${id} end where it ends`, async ({ page }) => {
    const area = await open(page, id);
    await expect(area.getByRole('heading').first()).toHaveCSS('letter-spacing', '3px');
    await follow(page, '/token');
    const other = areaOf(page, 'user').getByRole('heading').first();
    await expect(other).toBeVisible();
    await expect(other).not.toHaveCSS('letter-spacing', '3px');
  });

  test.describe('errors', () => {
    test.use({ expectedLines: /broken on purpose|reading 'nothing'/ });

    test(`an error of ${id} ends in the page of the shell, and a retry draws it again`, async ({ page }) => {
      const area = await open(page, id);
      await area.getByRole('button', { name: 'Break' }).click();
      await expect(noticeOf(page, id)).toBeVisible();
      await expect(area).toHaveCount(0);
      await noticeOf(page, id).getByRole('button', { name: 'Try again' }).click();
      await expect(area.getByRole('button', { name: 'Count 0' })).toBeVisible();
      const { buildId } = shipped.get(id) as Shipped;
      await expect.poll(() => command('list')).toMatch(new RegExp(`${buildId} .* [1-9]\\d* crashes`));
    });
  });
}

test('switches between isolated areas leak no memory, listeners or elements', async ({ page }) => {
  await page.goto(`${site.product.url}/token`);
  const devtools = await page.context().newCDPSession(page);
  await switchAreas(page);
  const before = await weigh(page, devtools);
  await switchAreas(page);
  const after = await weigh(page, devtools);
  process.stdout.write(
    `Memory after ${SWITCHES} and ${2 * SWITCHES} switches: ${JSON.stringify([before, after])}\n`,
  );
  expect(after.heapBytes).toBeLessThan(before.heapBytes * GROWTH);
  expect(after.listeners).toBeLessThanOrEqual(before.listeners);
  expect(after.elements).toBeLessThanOrEqual(before.elements);
  expect(after.scripts).toEqual(before.scripts);
});

test.describe('a build that does not mount', () => {
  test.use({ expectedLines: /broken on purpose/ });

  test('a build that fails to mount gives way to the one before it', async ({ page }) => {
    const { area, publish, buildId } = shipped.get('vue-notes') as Shipped;
    edit(area, 'src/area.ts', 'app = createApp', "throw new Error('broken on purpose');\n  app = createApp");
    const broken = await ship(area, publish, 'vue-notes');
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const shown = await open(page, 'vue-notes');
    await expect(shown).toHaveAttribute('data-build', buildId);
    expect(requests.some((url) => url.includes(broken))).toBe(true);
    await command('rollback', 'vue-notes');
  });
});

test.describe('damaged files', () => {
  test.use({ expectedLines: /Failed to find a valid digest in the 'integrity' attribute/ });

  test('a module that was tampered with never runs', async ({ page }) => {
    await page.route(/note-detail.*\.js$/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `${await response.text()}\nglobalThis.isTaken = true;` });
    });
    await page.goto(`${site.product.url}/vue-notes`);
    await expect(noticeOf(page, 'vue-notes')).toBeVisible();
    expect(await page.evaluate(() => 'isTaken' in globalThis)).toBe(false);
  });
});

for (const [what, from, to, reason] of [
  [
    'imports what is not in the build',
    'export function mount',
    'export const late = () => import(/* @vite-ignore */ "https://cdn.example/late.js");\nexport function mount',
    'IMPORT area.js imports "https://cdn.example/late.js"',
  ],
  [
    'makes a Trusted Types policy',
    'export function mount',
    'export const policy = () => globalThis.trustedTypes.createPolicy("mine", {});\nexport function mount',
    'POLICY area.js makes a Trusted Types policy of its own',
  ],
  ['does not say how it ends', 'export function unmount', 'function unmount', 'no module exports routes'],
] as const)
  test(`a build that ${what} is refused with the reason`, async () => {
    const area = copyArea('vue-notes');
    edit(area, 'src/area.ts', from, to);
    await expect(area.build()).rejects.toThrow(reason);
    area.remove();
  });

async function ship(area: ForeignArea, publish: AreaCommand, id: IsolatedAreaId): Promise<string> {
  const [, buildId = ''] = /Packed build (\w+)/.exec(await area.build()) ?? [];
  await publish('publish', path.join(area.folder, 'dist', buildId));
  await command('promote', id, buildId);
  return buildId;
}

function edit({ folder }: ForeignArea, file: string, from: string, to: string): void {
  const name = path.join(folder, file);
  const text = readFileSync(name, 'utf8');
  if (!text.includes(from)) throw new Error(`${file} does not have ${from}`);
  writeFileSync(
    name,
    text.replace(from, () => to),
  );
}

async function open(page: Page, id: IsolatedAreaId) {
  await page.goto(`${site.product.url}/${id}`);
  const area = areaOf(page, id);
  await expect(area.getByRole('heading').first()).toBeVisible();
  return area;
}

async function choose(page: Page, menu: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: menu }).click();
  await page.getByRole('menuitemradio', { name: entry }).click();
}

async function switchAreas(page: Page): Promise<void> {
  for (let index = 0; index < SWITCHES; index += 1) {
    const id = ids[index % ids.length] as IsolatedAreaId;
    await follow(page, `/${id}`);
    await expect(areaOf(page, id).getByRole('heading').first()).toBeVisible();
  }
  // Both measurements are of the same idle page.
  await follow(page, '/token');
  await expect(areaOf(page, 'user').getByRole('heading').first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}
