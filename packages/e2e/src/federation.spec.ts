import type { AssetRef, RegistrySnapshot } from '@tollgate/contract';
import { answerAsRoot, getArea, readRegistry, startConsoleFiles } from './console-files.ts';
import { EARLIER, makeConsoleRoot } from './console-root.ts';
import { damagedFiles, expect, type Page, test } from './journey.ts';

test.use({
  expectedLines: new RegExp(`${damagedFiles.source}|^This document requires 'Trusted\\w+' assignment`),
});

let site: Awaited<ReturnType<typeof startConsoleFiles>>;
let registry: RegistrySnapshot;
let files: ReturnType<typeof makeConsoleRoot>;

test.beforeAll(async () => {
  files = makeConsoleRoot({ withEarlierBuildOf: 'playground' });
  site = await startConsoleFiles(files.root);
  registry = await readRegistry(site.url);
});
test.afterAll(async () => {
  await site.stop();
  files.remove();
});
test.beforeEach(({ context }) => answerAsRoot(context));

/** Two tries of four seconds each, and room for a busy machine. */
const LOAD_TIMEOUT_MS = 20_000;

const PAGES: Record<string, string> = {
  'admin-channels': '/channel',
  'admin-settings': '/setting',
  logs: '/log',
  playground: '/playground',
  user: '/token',
};

test('all five areas mount in one page under the enforced CSP without console messages', async ({ page }) => {
  const complaints = listenForComplaints(page);
  await page.goto(`${site.url}/log`);
  for (const [id, path] of Object.entries(PAGES)) {
    await follow(page, path);
    await expect(area(page, id)).toBeVisible();
    await expect(page).toHaveTitle(/.+ – Tollgate/);
  }
  await expect(page.evaluate(() => performance.getEntriesByType('navigation').length)).resolves.toBe(1);
  expect(complaints).toEqual([]);
});

// area-faults.spec.ts has the other faults of files.
test('an area with a tampered chunk fails alone and recovers by "Try again" without a reload', async ({
  page,
}) => {
  const { active } = getArea(registry, 'logs');
  const asset = active?.preload[0] as AssetRef;
  await page.goto(`${site.url}/token`);
  await expect(area(page, 'user')).toBeVisible();
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
  await tamperWith(page, asset);

  await follow(page, '/log');
  const notice = page.getByTestId('area-degraded');
  await expect(notice).toBeVisible({ timeout: LOAD_TIMEOUT_MS });
  await expect(page).toHaveURL(`${site.url}/log`);
  await expect(page.locator('a[href="/channel"]').first()).toBeVisible();

  await follow(page, '/channel');
  await expect(area(page, 'admin-channels')).toBeVisible();

  await follow(page, '/log');
  await expect(notice).toBeVisible({ timeout: LOAD_TIMEOUT_MS });
  await page.unroute(`**${asset.url}`);
  await notice.getByRole('button', { name: 'Try again' }).click();
  await expect(area(page, 'logs')).toBeVisible();
  expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true);
});

test('a damaged build is replaced by the earlier one at the same address', async ({ page }) => {
  const { active } = getArea(registry, 'playground');
  await tamperWith(page, active?.entry as AssetRef);
  await page.goto(`${site.url}/token`);
  await follow(page, '/playground');
  await expect(page.locator(`section[data-area="playground"][data-build="${EARLIER}"]`)).toBeVisible();
  await expect(page).toHaveURL(`${site.url}/playground`);
});

test('the shell and all areas share one React', async ({ page }) => {
  await page.addInitScript(() => Object.assign(globalThis, { __FEDERATION_DEBUG__: true }));
  await page.goto(`${site.url}/log`);
  for (const path of Object.values(PAGES)) await follow(page, path);
  const copies = await page.evaluate(() => {
    const { __INSTANCES__ = [] } = (globalThis as unknown as { __FEDERATION__: Federation }).__FEDERATION__;
    return __INSTANCES__
      .flatMap(({ shareScopeMap }) => Object.values(shareScopeMap.default?.react ?? {}))
      .map(({ from }) => from);
  });
  expect(new Set(copies)).toEqual(new Set(['shell']));
});

test('a deep link loads the files of its area with the page, each once', async ({ page }) => {
  const { active } = getArea(registry, 'logs');
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  await page.goto(`${site.url}/log`);
  await expect(area(page, 'logs')).toBeVisible();
  for (const { url } of [active?.entry, ...(active?.preload ?? [])] as AssetRef[])
    expect(fetched.filter((path) => path === url)).toEqual([url]);
});

test('the page rejects what its CSP forbids', async ({ page }) => {
  await page.goto(`${site.url}/log`);
  await expect(area(page, 'logs')).toBeVisible();
  const refused = await page.evaluate(async () => {
    const attempt = (work: () => unknown) =>
      new Promise<boolean>((resolve) => {
        setTimeout(() => {
          try {
            work();
            resolve(false);
          } catch {
            resolve(true);
          }
        });
      });
    return {
      html: await attempt(() => {
        document.body.innerHTML = '<p>x</p>';
      }),
      code: await attempt(() => new Function('return 1')()),
      foreignScript: await attempt(() => {
        document.createElement('script').src = '/api/x.js';
      }),
    };
  });
  expect(refused).toEqual({ html: true, code: true, foreignScript: true });
});

interface Federation {
  __INSTANCES__?: { shareScopeMap: Record<string, Record<string, Record<string, { from: string }>>> }[];
}

function area(page: Page, id: string) {
  return page.locator(`section[data-area="${id}"][data-build]`);
}

/** Goes to a page like a menu entry: through the router, without a reload. */
async function follow(page: Page, path: string): Promise<void> {
  await page.locator(`a[href="${path}"]`).first().click();
  await expect(page).toHaveURL((url) => url.pathname === path);
}

function listenForComplaints(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    // On a slow machine the click comes long after the prefetch by hovering: the warning is not a fault.
    if (!/preloaded using link preload but not used/.test(message.text()))
      complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return complaints;
}

async function tamperWith(page: Page, { url }: AssetRef): Promise<void> {
  await page.route(`**${url}`, async (route) => {
    const response = await route.fetch();
    return route.fulfill({ response, body: `${await response.text()}\n;console.log('tampered')` });
  });
}
