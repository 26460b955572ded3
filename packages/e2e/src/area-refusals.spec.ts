import type { BuildRef, RegistrySnapshot } from '@tollgate/contract';
import { areaOf, follow, noticeOf, openArea } from './areas.ts';
import { answerAsRoot, getArea, readRegistry, startConsoleFiles } from './console-files.ts';
import { EARLIER, makeConsoleRoot } from './console-root.ts';
import { damagedFiles, expect, type Page, test } from './journey.ts';

/** The loader gives up after 8.5 seconds; the rest is room for a busy machine. */
const LOAD_TIMEOUT_MS = 40_000;
const parts = ['entry', 'script of the first view', 'script of a later view', 'stylesheet'] as const;
const ATTACK = 'globalThis.isTaken = true;';

test.use({
  expectedLines: new RegExp(`${damagedFiles.source}|^This document requires 'Trusted\\w+' assignment`),
});

let site: Awaited<ReturnType<typeof startConsoleFiles>>;
let foreign: Awaited<ReturnType<typeof startConsoleFiles>>;
let files: ReturnType<typeof makeConsoleRoot>;
let build: BuildRef;

test.beforeAll(async () => {
  files = makeConsoleRoot({ withEarlierBuildOf: 'logs' });
  site = await startConsoleFiles(files.root);
  foreign = await startConsoleFiles(files.root);
  build = getArea(await readRegistry(site.url), 'logs').active as BuildRef;
});
test.afterAll(async () => {
  await Promise.all([site.stop(), foreign.stop()]);
  files.remove();
});
test.beforeEach(({ context }) => answerAsRoot(context));

for (const part of parts) {
  test(`a tampered ${part} never runs and the earlier build or a notice is shown`, async ({ page }) => {
    const matches = (address: URL) => isPart(part, address.pathname);
    await page.route(matches, async (route) => {
      const response = await route.fetch();
      const taken = part === 'stylesheet' ? 'body { outline: 9px solid red }' : ATTACK;
      await route.fulfill({ response, body: `${await response.text()}\n${taken}` });
    });
    await page.goto(`${site.url}/token`);
    await expect(areaOf(page, 'user')).toBeVisible();
    await follow(page, '/log');
    const earlier = page.locator(`section[data-area="logs"][data-build="${EARLIER}"]`);
    await expect(earlier.or(noticeOf(page, 'logs'))).toBeVisible({ timeout: LOAD_TIMEOUT_MS });
    expect(await isTaken(page)).toBe(false);
    expect(await page.evaluate(() => getComputedStyle(document.body).outlineStyle)).toBe('none');
  });
}

for (const [name, forge] of Object.entries({
  'names a foreign origin': (ref: BuildRef) => ({
    ...ref,
    entry: { ...ref.entry, url: foreign.url + ref.entry.url },
  }),
  'names a file of the API': (ref: BuildRef) => ({
    ...ref,
    entry: { ...ref.entry, url: '/api/console/registry?x=.js' },
  }),
  'has no hash': (ref: BuildRef) => ({ ...ref, entry: { ...ref.entry, integrity: '' } }),
  'has the hash of something else': (ref: BuildRef) => ({
    ...ref,
    entry: { ...ref.entry, integrity: `sha384-${'A'.repeat(64)}` },
  }),
} satisfies Record<string, (ref: BuildRef) => BuildRef>)) {
  test(`a build that ${name} is not loaded even when the registry lists it`, async ({ page }) => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await forgeRegistry(page, (registry) => {
      const area = getArea(registry, 'logs');
      area.active = forge(build);
      area.fallbacks = [];
    });
    await page.goto(`${site.url}/token`);
    await expect(areaOf(page, 'user')).toBeVisible();
    await follow(page, '/log');
    await expect(noticeOf(page, 'logs')).toBeVisible({ timeout: LOAD_TIMEOUT_MS });
    expect(await areaOf(page, 'logs').count()).toBe(0);
    expect(requests.filter((address) => address.startsWith(foreign.url))).toEqual([]);
    await openArea(page, 'playground');
  });
}

test('a manipulated localStorage cannot redirect an area', async ({ page, context }) => {
  const requests: string[] = [];
  context.on('request', (request) => requests.push(request.url()));
  const evil = { ...build, buildId: 'ddddddddd1', container: 'area_logs__ddddddddd1' };
  const planted = [
    { ...evil, entry: { ...evil.entry, url: `${foreign.url}${build.entry.url}` } },
    {
      ...evil,
      entry: { ...evil.entry, url: `/assets/areas/logs/../../..//${new URL(foreign.url).host}/x.js` },
    },
    { ...evil, entry: { ...evil.entry, url: `/assets/areas/logs/${evil.buildId}/../../user/x.js` } },
  ];
  for (const record of planted) {
    const good = { schema: 1, areaId: 'logs', build: record, hostMajor: '1', readyAtMs: Date.now() };
    await page.goto(`${site.url}/token`);
    await page.evaluate(
      ([stored, entry]) => {
        const names = [
          'console-registry',
          'registry',
          'import-map-override:logs',
          'console.override',
          'mf:logs',
        ];
        for (const store of [localStorage, sessionStorage])
          for (const name of names) store.setItem(name, entry as string);
        localStorage.setItem('console.good-build.logs', stored as string);
      },
      [JSON.stringify(good), record.entry.url],
    );
    await page.route(`**${build.entry.url}`, (route) => route.fulfill({ status: 404 }));
    await page.goto(
      `${site.url}/log?registry=${foreign.url}&logs=${foreign.url}/x.js#override=${foreign.url}`,
    );
    await expect(page.locator(`section[data-area="logs"][data-build="${EARLIER}"]`)).toBeVisible({
      timeout: LOAD_TIMEOUT_MS,
    });
    await page.unroute(`**${build.entry.url}`);
  }
  const ours = new URL(site.url).origin;
  expect(
    requests.filter((address) => address.startsWith('http') && new URL(address).origin !== ours),
  ).toEqual([]);
  expect(requests.filter((address) => address.includes(evil.buildId))).toEqual([]);
});

test('a second registry injected as markup is ignored', async ({ page }) => {
  await page.goto(`${site.url}/token`);
  const kinds = await page.evaluate(async (origin) => {
    const attempt = (work: () => unknown) =>
      new Promise<string>((resolve) => {
        // In a timer: code that a test runs directly is exempt from the CSP.
        setTimeout(() => {
          try {
            work();
            resolve('done');
          } catch {
            resolve('refused');
          }
        });
      });
    const inject = (src: string) => () => {
      const script = document.createElement('script');
      script.src = src;
      document.head.append(script);
    };
    return {
      foreign: await attempt(inject(`${origin}/assets/shell/x.js`)),
      data: await attempt(inject('data:text/javascript,globalThis.isTaken=true')),
      blob: await attempt(inject(URL.createObjectURL(new Blob(['globalThis.isTaken=true'])))),
      markup: await attempt(() => {
        document.body.insertAdjacentHTML(
          'beforeend',
          '<script id="console-registry" type="application/json">{}</script>',
        );
      }),
    };
  }, foreign.url);
  expect(kinds).toEqual({ foreign: 'refused', data: 'refused', blob: 'refused', markup: 'refused' });
  expect(await isTaken(page)).toBe(false);
});

function isPart(part: (typeof parts)[number], file: string): boolean {
  const isFirst = build.preload.some(({ url }) => url === file);
  const isOf = (kind: string) => file.startsWith(`/assets/areas/logs/${build.buildId}/static/${kind}/`);
  return {
    entry: file === build.entry.url,
    'script of the first view': isFirst && isOf('js'),
    'script of a later view': !isFirst && isOf('js'),
    stylesheet: isOf('css'),
  }[part];
}

/** Replaces the registry in the page, as if somebody had changed it in transit. */
async function forgeRegistry(page: Page, forge: (registry: RegistrySnapshot) => void): Promise<void> {
  await page.route(
    (address) => /^\/(token|log)$/.test(address.pathname),
    async (route) => {
      const response = await route.fetch();
      const html = await response.text();
      const [, data = ''] = /id="console-registry">(.*?)<\/script>/s.exec(html) ?? [];
      const registry = JSON.parse(data) as RegistrySnapshot;
      forge(registry);
      // The page would fetch the rest of the registry, and with it the truth.
      for (const area of registry.areas) delete area.abridged;
      const forged = JSON.stringify(registry).replaceAll('<', '\\u003c');
      await route.fulfill({ response, body: html.replace(data, () => forged) });
    },
  );
}

function isTaken(page: Page): Promise<boolean> {
  return page.evaluate(() => 'isTaken' in globalThis);
}
