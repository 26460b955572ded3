import type { Locator } from '@playwright/test';
import { expect, type Page, test } from './journey.ts';
import { expectNoFaults, type JourneyLanguage, languagesOfJourneys, openLook } from './page-checks.ts';
import { noLimits, type Product, startProduct } from './product.ts';
import { type Provider, startProvider } from './provider.ts';

/** What a newcomer reads on the way, in both languages. */
const words = {
  en: {
    username: 'Username',
    password: 'Password',
    confirm: 'Confirm password',
    finish: 'Finish setup',
    started: 'Get started',
    channel: 'Add a channel',
    base: 'Base URL',
    key: 'Key',
    models: /Add all of OpenAI/,
    create: 'Create channel',
    test: 'Test now',
    tested: /Responded in/,
    token: 'Create a token',
    name: 'Name',
    createToken: 'Create token',
    send: 'Send a test request',
    answered: /Answered in/,
    log: 'See it in the log',
    usage: 'Usage log',
  },
  zh: {
    username: '用户名',
    password: '密码',
    confirm: '确认密码',
    finish: '完成初始化',
    started: '开始使用',
    channel: '添加渠道',
    base: '接口地址',
    key: '密钥',
    models: /填入 OpenAI 的全部模型/,
    create: '创建渠道',
    test: '立即测试',
    tested: /响应/,
    token: '创建令牌',
    name: '名称',
    createToken: '创建令牌',
    send: '发送测试请求',
    answered: /用时/,
    log: '查看日志',
    usage: '使用日志',
  },
} as const;

for (const language of languagesOfJourneys)
  test(`a newcomer gets from an empty folder to an answered request in 8 clicks and 6 fields (${language})`, async ({
    browser,
  }) => {
    const [product, provider] = await Promise.all([startProduct(noLimits), startProvider()]);
    const page = await openLook(browser, product.url, { language, theme: 'light', width: 1280 });
    try {
      await walk(page, { language, product, provider });
    } finally {
      await page.context().close();
      await Promise.all([product.stop(), provider.stop()]);
    }
  });

interface Surroundings {
  language: JourneyLanguage;
  product: Product;
  provider: Provider;
}

async function walk(page: Page, { language, product, provider }: Surroundings): Promise<void> {
  const say = words[language];
  const count = { clicks: 0, fields: 0 };
  const click = async (target: Locator) => {
    count.clicks++;
    await target.click();
  };
  const fill = async (label: string, value: string, within: Page | Locator = page) => {
    count.fields++;
    await within.getByLabel(label, { exact: true }).fill(value);
  };

  await page.goto(product.url);
  await expectNoFaults(page);
  await fill(say.username, 'root');
  await fill(say.password, 'gatekeeper-1');
  await fill(say.confirm, 'gatekeeper-1');
  await click(page.getByRole('button', { name: say.finish }));

  const card = page.getByRole('region', { name: say.started });
  await expect(card).toBeVisible();
  await expect(page).toHaveURL(/\/detail/);
  await expectNoFaults(page);
  await click(card.getByRole('link', { name: say.channel }));
  const drawer = page.getByRole('dialog');
  await fill(say.key, 'sk-upstream', drawer);
  await drawer.getByLabel(say.base, { exact: true }).fill(provider.url); // only for this provider, which is no vendor
  await click(drawer.getByRole('button', { name: say.models }));
  await click(drawer.getByRole('button', { name: say.create }));

  const created = page.getByRole('dialog', { name: /OpenAI/ });
  await click(created.getByRole('button', { name: say.test }));
  await expect(created.getByText(say.tested)).toBeVisible();
  await expectNoFaults(page);
  await click(created.getByRole('button', { name: say.token }));

  await fill(say.name, 'first', page.getByRole('dialog'));
  await click(page.getByRole('dialog').getByRole('button', { name: say.createToken }));
  const token = page.getByRole('dialog', { name: /first/ });
  await click(token.getByRole('button', { name: say.send }));
  await expect(token.getByText('Hello from the provider')).toBeVisible();
  await expect(token.getByText(say.answered)).toBeVisible();
  await expectNoFaults(page);
  expect(count.clicks).toBeLessThanOrEqual(8);
  expect(count.fields).toBeLessThanOrEqual(6);

  await page.goto(`${product.url}/detail`);
  await expect(card.getByRole('listitem')).toHaveCount(5);
  await card.getByRole('link', { name: say.log }).click();
  await expect(page.getByRole('heading', { name: say.usage, level: 1 })).toBeVisible();
  await expect(page.getByRole('row', { name: /gpt-/ }).first()).toBeVisible();
  await page.goto(`${product.url}/detail`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(card).toBeHidden();
}
