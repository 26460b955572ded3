import { expect, type Page, test } from '@playwright/test';
import type { BuildRef } from '@tollgate/contract';
import { areaOf, follow } from './areas.ts';
import { answerAsRoot, getArea, readRegistry, startConsoleFiles } from './console-files.ts';
import { EARLIER, makeConsoleRoot } from './console-root.ts';
import { type FileMirror, startFileMirror } from './file-mirror.ts';

const LOAD_TIMEOUT_MS = 40_000;

let mirror: FileMirror;
let site: Awaited<ReturnType<typeof startConsoleFiles>>;
let files: ReturnType<typeof makeConsoleRoot>;
let build: BuildRef;

test.beforeAll(async () => {
  files = makeConsoleRoot({ withEarlierBuildOf: 'logs' });
  mirror = await startFileMirror();
  site = await startConsoleFiles(files.root, { AREA_MIRROR: mirror.url });
  mirror.source = site.url;
  build = getArea(await readRegistry(site.url), 'logs').active as BuildRef;
});
test.afterAll(async () => {
  await mirror.stop();
  await site.stop();
  files.remove();
});
test.beforeEach(async ({ context }) => {
  mirror.fault = undefined;
  mirror.delivered.length = 0;
  await answerAsRoot(context);
});

test('the files of an area come from the mirror, each once, and no rule of the page refuses them', async ({
  page,
}) => {
  const complaints: string[] = [];
  page.on('console', (line) => {
    if (['error', 'warning'].includes(line.type())) complaints.push(line.text());
  });
  const own = listenToOwnFiles(page);
  await page.goto(`${site.url}/task`);
  await expectLogs(page);
  await follow(page, '/log');
  await expectLogs(page);
  expect(own).toEqual([]);
  expect(complaints).toEqual([]);
  expect(mirror.delivered).toContain(build.entry.url);
  expect(new Set(mirror.delivered).size).toBe(mirror.delivered.length);
});

const faults: [string, (file: string) => boolean, Fault][] = [
  ['does not answer', () => true, 'drops'],
  ['has another entry', isEntry, 'tampers'],
  ['has no entry', isEntry, 'misses'],
  ['never delivers the entry', isEntry, 'hangs'],
  ['has no script of the page', (file) => isPageFile(file, 'js'), 'misses'],
  ['has another script of the page', (file) => isPageFile(file, 'js'), 'tampers'],
  ['never delivers a script of the page', (file) => isPageFile(file, 'js'), 'hangs'],
  ['has no stylesheet of the page', (file) => isPageFile(file, 'css'), 'misses'],
];
for (const [name, isFile, fault] of faults) {
  test(`the same build comes from the gateway when the mirror ${name}`, async ({ page }) => {
    breakMirror(isFile, fault);
    await page.goto(`${site.url}/log`, { waitUntil: 'commit' });
    await expectLogs(page);
    await expect(page).toHaveURL(`${site.url}/log`);
  });
}

for (const fault of ['misses', 'tampers'] as const) {
  test(`the same build comes from the gateway on the way within an area when the mirror ${fault} a file`, async ({
    page,
  }) => {
    await page.goto(`${site.url}/task`);
    await expectLogs(page);
    breakMirror((file) => isPageFile(file, 'js'), fault);
    const own = listenToOwnFiles(page);
    await follow(page, '/log');
    await expect.poll(() => own.length, { timeout: LOAD_TIMEOUT_MS }).toBeGreaterThan(0);
    await expectLogs(page);
  });
}

test('a tab that left the mirror does not ask it again', async ({ page }) => {
  breakMirror(isEntry, 'misses');
  await page.goto(`${site.url}/log`);
  await expectLogs(page);
  mirror.fault = undefined;
  await follow(page, '/playground');
  await expect(areaOf(page, 'playground')).toBeVisible();
  expect(mirror.delivered.filter((file) => file.includes('/playground/'))).toEqual([]);
});

type Fault = 'drops' | 'hangs' | 'misses' | 'tampers';

function breakMirror(isFile: (file: string) => boolean, fault: Fault): void {
  mirror.fault = (file, response) => {
    if (!isFile(file)) return false;
    response.setHeader('access-control-allow-origin', '*');
    if (fault === 'drops') response.destroy();
    if (fault === 'misses') response.writeHead(404).end();
    if (fault === 'tampers') response.setHeader('content-type', 'text/javascript').end('0');
    return true;
  };
}

/** The build of everybody, not the earlier one that would come if this one had failed. */
async function expectLogs(page: Page): Promise<void> {
  const area = areaOf(page, 'logs');
  await expect(area.getByRole('heading', { level: 1 })).toBeVisible({ timeout: LOAD_TIMEOUT_MS });
  await expect(area).toHaveAttribute('data-build', build.buildId);
  expect(build.buildId).not.toBe(EARLIER);
}

function listenToOwnFiles(page: Page): string[] {
  const own: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(`${site.url}/assets/areas/`)) own.push(request.url());
  });
  return own;
}

function isEntry(file: string): boolean {
  return file === build.entry.url;
}

/** Files that only the page /log needs: `/task` shares others. */
function isPageFile(file: string, kind: 'js' | 'css'): boolean {
  const others = new Set((build.pages?.['/task'] ?? []).map(({ url }) => url));
  return (build.pages?.['/log'] ?? []).some(
    ({ url }) => url === file && url.endsWith(`.${kind}`) && !others.has(url),
  );
}
