import { type OidcServer, startOidcServer } from '@tollgate/tooling/testing/oidc-server';
import { type Browser, expect, type Page, test } from './journey.ts';
import { type Product, startProduct } from './product.ts';

const root = { username: 'root', password: 'gatekeeper-1' };

let product: Product;
let provider: OidcServer;
test.beforeAll(async () => {
  product = await startProduct({ SSRF_ALLOW: '127.0.0.0/8' });
  provider = await startOidcServer({ redirectUris: [`${product.url}/oauth/oidc`] });
  provider.claims.set('alice', { name: 'Alice Liddell', preferred_username: 'alice' });
});
test.afterAll(() => Promise.all([product.stop(), provider.close()]));

test('a user signs in through OpenID Connect and has the same account in another browser', async ({
  page,
  browser,
}) => {
  await configure(page);
  const first = await signInAsAlice(browser);
  const second = await signInAsAlice(browser);
  expect(first).toMatchObject({ username: 'alice', display_name: 'Alice Liddell', role: 1 });
  expect(second.id).toBe(first.id);
});

/** Setup and options as root, through the API. */
async function configure({ request }: Page): Promise<void> {
  const setup = { ...root, confirmPassword: root.password };
  await request.post(`${product.url}/api/setup`, { data: setup, headers: { origin: product.url } });
  await request.post(`${product.url}/api/user/login`, { data: root });
  const options = {
    'oidc.client_id': provider.client.id,
    'oidc.client_secret': provider.client.secret,
    'oidc.well_known': provider.wellKnown,
    'oidc.enabled': 'true',
  };
  for (const [key, value] of Object.entries(options)) {
    const answer = await request.put(`${product.url}/api/option/`, {
      data: { key, value },
      headers: { 'new-api-user': '1' },
    });
    expect(await answer.json()).toMatchObject({ success: true });
  }
}

/** Signs in in a separate browser context. Returns the stored user. */
async function signInAsAlice(browser: Browser): Promise<{ id: number; username: string }> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${product.url}/login`);
  await page.getByRole('button', { name: 'Continue with OIDC' }).click();
  await page.locator('input[name=login]').fill('alice');
  await page.locator('input[name=password]').fill('any');
  await page.locator('button[type=submit]').click();
  await expect(page).toHaveURL(/\/token/);
  const user = await page.evaluate(() => localStorage.getItem('user') ?? '{}');
  await context.close();
  return JSON.parse(user);
}
