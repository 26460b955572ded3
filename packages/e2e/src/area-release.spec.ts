import {
  areaOf,
  comeAs,
  expectSamePage,
  follow,
  markPage,
  noticeOf,
  openArea,
  refreshRegistry,
} from './areas.ts';
import { type ConsoleApi, signInByApi } from './console-api.ts';
import { getArea, readRegistry } from './console-files.ts';
import { makeConsoleRoot } from './console-root.ts';
import { deriveBuild, throwsAtRender } from './derived-build.ts';
import { type Browser, expect, type Page, test } from './journey.ts';
import { noLimits, type Product, startProduct } from './product.ts';
import { type AreaCommand, openPublishing } from './publishing.ts';
import { root } from './site.ts';

// The second build throws at render.
test.use({ expectedLines: /^Error: Minified React error #31/ });

const [SECOND, THIRD] = ['bbbbbbbbb2', 'bbbbbbbbb3'] as const;
/** The guard checks four times a minute; pages report every four seconds. The rest is room for a busy machine. */
const GUARDED_MS = 90_000;
const PASSWORD = 'gatekeeper-1';

let product: Product;
let files: ReturnType<typeof makeConsoleRoot>;
let elsewhere: ReturnType<typeof makeConsoleRoot>;
let first: string;

test.setTimeout(300_000);
test.beforeAll(async () => {
  files = makeConsoleRoot();
  elsewhere = makeConsoleRoot();
  product = await startProduct({ CONSOLE_DIR: files.root, ...noLimits });
  first = getArea(await readRegistry(product.url), 'logs').active?.buildId ?? '';
});
test.afterAll(async () => {
  await product.stop();
  files.remove();
  elsewhere.remove();
});

test('a build reaches admins, then everybody, and a broken next one is withdrawn without page reloads', async ({
  browser,
  request,
}) => {
  const command = await openPublishing(product, request);
  const owner = await signInByApi(product.url, root);
  const people = await hire(owner);
  const admin = await openTab(browser, people.admin);
  const user = await openTab(browser, people.user);

  await test.step('the second build is for admins only', async () => {
    const second = deriveBuild(elsewhere.root, 'logs', { buildId: SECOND });
    expect(await command('publish', second)).toContain(`Published build ${SECOND}`);
    await command('canary', 'logs', SECOND, '--roles', 'admin,root');
    for (const page of [admin, user]) await refreshRegistry(page);
    await expect(areaOf(admin, 'logs'), 'what is on screen stays').toHaveAttribute('data-build', first);
    await visitAgain(admin, SECOND);
    await visitAgain(user, first);
  });

  await test.step('then it is for everybody', async () => {
    await command('promote', 'logs', SECOND);
    for (const page of [admin, user]) await refreshRegistry(page);
    await visitAgain(user, SECOND);
    await visitAgain(admin, SECOND);
  });

  await test.step('the third build breaks and the guard withdraws it', async () => {
    const third = deriveBuild(elsewhere.root, 'logs', { buildId: THIRD, edit: throwsAtRender });
    await command('publish', third);
    await giveToHalf(command, people.victims);
    await breakAndRecover(browser, people.victims, command);
  });

  await test.step('the area is killed and revived while other areas work', async () => {
    await command('kill', 'logs', '--reason', 'shows foreign rows');
    await refreshRegistry(user);
    await expect(noticeOf(user, 'logs').getByRole('heading')).toHaveText('This page is turned off');
    await openArea(user, 'playground');
    await follow(user, '/log');
    await expect(noticeOf(user, 'logs')).toBeVisible();
    await command('revive', 'logs', '--reason', 'mended');
    await refreshRegistry(user);
    await expect(areaOf(user, 'logs')).toHaveAttribute('data-build', SECOND);
  });

  for (const page of [admin, user]) await expectSamePage(page);
});

/** A share above a quarter requires a healthy build with fifty loads. At first it appears healthy. */
async function giveToHalf(command: AreaCommand, victims: ConsoleApi[]): Promise<void> {
  const users = victims.map(({ user }) => user.id).join(',');
  await expect(command('canary', 'logs', THIRD, '50', '--users', users)).rejects.toThrow('25 %');
  await command('canary', 'logs', THIRD, '25', '--users', users);
  await sendReports(victims[0], Array(50).fill({ type: 'area.load/v1', durationMs: 300 }));
  await command('canary', 'logs', THIRD, '50', '--users', users);
}

/** Who gets the broken build sees the one before without a click; the guard withdraws it from everybody. */
async function breakAndRecover(browser: Browser, victims: ConsoleApi[], command: AreaCommand): Promise<void> {
  const [first, second, ...others] = victims as [ConsoleApi, ConsoleApi, ...ConsoleApi[]];
  const pages = [await openTab(browser, first, '/token'), await openTab(browser, second, '/token')];
  for (const page of pages) {
    await follow(page, '/log');
    await expect(areaOf(page, 'logs'), 'the build before').toHaveAttribute('data-build', SECOND);
    await expect(noticeOf(page, 'logs')).toHaveCount(0);
  }
  for (const victim of others) await sendReports(victim, Array(3).fill({ type: 'area.crash/v1' }));

  await expect
    .poll(() => command('list'), { timeout: GUARDED_MS })
    .toContain(`canary ${THIRD} 50 % (frozen)`);
  for (const page of pages) {
    await refreshRegistry(page);
    await visitAgain(page, SECOND);
    await expectSamePage(page);
    await page.context().close();
  }
}

/** Sends the reports of this user's page. */
async function sendReports(who: ConsoleApi | undefined, events: object[]): Promise<void> {
  const about = { area: 'logs', buildId: THIRD };
  const sent = { schema: 1, events: events.map((event) => ({ ...about, ...event })) };
  await who?.send('POST', '/api/console/telemetry', sent);
}

async function hire(owner: ConsoleApi) {
  const add = async (username: string, isAdmin = false) => {
    const account = { username, password: PASSWORD };
    const made = await owner.send('POST', '/api/user/', { ...account, display_name: username });
    if (isAdmin)
      await owner.send('POST', '/api/user/manage', { id: (made as { id: number }).id, action: 'promote' });
    return await signInByApi(product.url, account);
  };
  const victims: ConsoleApi[] = [];
  for (const name of ['ben', 'cleo', 'dora', 'emil', 'fay']) victims.push(await add(name));
  return { admin: await add('ada', true), user: await add('bob'), victims };
}

/** Opens a tab in its own browser profile. */
async function openTab(browser: Browser, who: ConsoleApi, path = '/log'): Promise<Page> {
  const page = await (await browser.newContext({ locale: 'en-US' })).newPage();
  await comeAs(page, product.url, who);
  await page.goto(product.url + path);
  await expect(page.locator('section[data-build]')).toBeVisible();
  await markPage(page);
  return page;
}

async function visitAgain(page: Page, buildId: string): Promise<void> {
  await openArea(page, 'user');
  await follow(page, '/log');
  await expect(areaOf(page, 'logs')).toHaveAttribute('data-build', buildId);
}
