import { goOffline, goOnline } from './connection.ts';
import { type ConsoleApi, signInByApi } from './console-api.ts';
import { type Browser, type BrowserContext, type Page, expect as standard, test } from './journey.ts';
import { openAsRoot } from './opened-console.ts';
import { looks, openLook } from './page-checks.ts';
import { noLimits, type Product, startProduct } from './product.ts';
import { root } from './site.ts';

// What an administrator edited survives a lost line, an ended session, another tab and a double click.
test.describe.configure({ timeout: 180_000 });
/** The first page of a cold product takes long on a busy machine. */
const expect = standard.configure({ timeout: 60_000 });

let product: Product;
let api: ConsoleApi;
test.beforeAll(async () => {
  test.setTimeout(240_000); // the gateway has to start
  product = await startProduct(noLimits);
  api = await openAsRoot(product);
});
test.afterAll(() => product.stop());

interface Place {
  path: string;
  /** Opens the field in which one thing is edited, and another one. */
  field: (page: Page) => ReturnType<Page['getByLabel']>;
  other: (page: Page) => ReturnType<Page['getByLabel']>;
  save: (page: Page) => ReturnType<Page['getByRole']>;
  /** The address of the request that saves. */
  saves: RegExp;
  stored: () => Promise<readonly string[]>;
}

const places: Record<string, Place> = {
  'the settings': {
    path: '/setting?tab=operation',
    field: (page) => page.getByLabel('Top-up link', { exact: true }),
    other: (page) => page.getByLabel('Docs link', { exact: true }),
    save: (page) =>
      page.getByRole('region', { name: 'Unsaved changes' }).getByRole('button', { name: 'Save changes' }),
    saves: /\/api\/option\//,
    stored: async () => {
      const options = (await api.send('GET', '/api/option/')) as { key: string; value: string }[];
      return ['TopUpLink', 'general_setting.docs_link'].map(
        (key) => options.find((option) => option.key === key)?.value ?? '',
      );
    },
  },
  'the drawer of a channel': {
    path: '/channel/edit/1',
    field: (page) => page.getByRole('dialog').getByLabel('Name', { exact: true }),
    other: (page) => page.getByRole('dialog').getByLabel('Test model'),
    save: (page) => page.getByRole('dialog').getByRole('button', { name: 'Save channel' }),
    saves: /\/api\/channel\//,
    stored: async () => {
      const { name, test_model } = (await api.send('GET', '/api/channel/1')) as Record<string, string>;
      return [name ?? '', test_model ?? ''];
    },
  },
};

for (const [name, place] of Object.entries(places))
  test.describe(name, () => {
    test.beforeAll(async () => {
      if (place.path.startsWith('/setting')) return;
      const channel = { type: 1, name: 'edited', key: 'k', models: 'gpt-4o-mini' };
      await api.send('POST', '/api/channel/', channel);
    });

    test('keep an edit while there is no connection, and save it afterwards', async ({ browser }) => {
      const page = await open(browser, place);
      await place.field(page).fill('https://offline.example');
      await goOffline(page.context());
      await place.save(page).click();
      // Other parts of the page may say it too.
      await expect(
        page.getByText("Couldn't reach the server. Check your connection and try again.").first(),
      ).toBeVisible();
      await expect(place.field(page)).toHaveValue('https://offline.example');
      await goOnline(page.context());
      await place.save(page).click();
      await expect.poll(async () => (await place.stored())[0]).toBe('https://offline.example');
      await page.context().close();
    });

    test('say that an edit may be saved when the response is lost', async ({ browser }) => {
      const page = await open(browser, place);
      await place.field(page).fill('https://lost.example');
      await page.route(place.saves, async (route) => {
        if (route.request().method() === 'GET') return route.continue();
        await route.fetch();
        return route.abort('connectionreset');
      });
      await place.save(page).click();
      await expect(
        page.getByText("The server didn't respond. Your changes may have been saved"),
      ).toBeVisible();
      await page.context().close();
    });

    test('keep an edit when the session has ended, and save it after a sign-in', async ({ browser }) => {
      const own = await signInByApi(product.url, root);
      const page = await open(browser, place, own);
      await place.field(page).fill('https://expired.example');
      await own.send('GET', '/api/user/logout');
      const question = page.getByRole('link', { name: 'Sign in in a new tab' });
      await expect(async () => {
        // A request of the page may notice it before the save.
        if (!(await question.isVisible())) await place.save(page).click({ timeout: 2000 });
        await expect(question).toBeVisible({ timeout: 2000 });
      }).toPass();
      const opened = page.context().waitForEvent('page');
      await question.click();
      await signIn(await opened);
      await expect(question).toHaveCount(0);
      await expect(place.field(page)).toHaveValue('https://expired.example');
      await place.save(page).click();
      await expect.poll(async () => (await place.stored())[0]).toBe('https://expired.example');
      await page.context().close();
    });

    test('keep what another tab saved meanwhile', async ({ browser }) => {
      const page = await open(browser, place);
      const tab = await newTab(page.context(), place);
      await place.field(page).fill('https://first.example');
      await place.other(tab).fill('https://second.example');
      await place.save(tab).click();
      await expect.poll(async () => (await place.stored())[1]).toBe('https://second.example');
      await place.save(page).click();
      await expect.poll(() => place.stored()).toEqual(['https://first.example', 'https://second.example']);
      await page.context().close();
    });

    test('save once on a double click', async ({ browser }) => {
      const page = await open(browser, place);
      const sent: string[] = [];
      page.on('request', (request) => {
        if (request.method() !== 'GET' && place.saves.test(request.url())) sent.push(request.url());
      });
      await place.field(page).fill('https://double.example');
      await place.save(page).dblclick();
      await expect.poll(async () => (await place.stored())[0]).toBe('https://double.example');
      expect(sent).toHaveLength(1);
      await page.context().close();
    });
  });

async function open(browser: Browser, place: Place, who: ConsoleApi = api): Promise<Page> {
  const page = await openLook(browser, product.url, looks[0]!, who);
  return goTo(page, place);
}

async function newTab(context: BrowserContext, place: Place): Promise<Page> {
  return goTo(await context.newPage(), place);
}

async function goTo(page: Page, { path, field }: Place): Promise<Page> {
  await page.goto(product.url + path);
  await expect(field(page)).toBeVisible();
  return page;
}

async function signIn(tab: Page): Promise<void> {
  await tab.getByLabel('Username or email').fill(root.username);
  await tab.getByLabel('Password', { exact: true }).fill(root.password);
  await tab.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(tab).toHaveURL((url) => url.pathname !== '/login');
}
