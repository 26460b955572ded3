import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { settle } from './read-layout.ts';
import { stories } from './stories.ts';
import { choose, openStory, test } from './story-page.ts';

for (const { id, title, name } of stories) {
  test(`${title} / ${name} renders and is accessible in both themes`, async ({ storyPage: page }) => {
    expect(await openStory(page, id)).toEqual([]);
    await expectAccessible(page);
    await choose(page, { language: 'en', theme: 'dark' });
    await expectAccessible(page);
  });
}

/** Asked again while a busy machine still draws the last frames of a change. */
async function expectAccessible(page: Page): Promise<void> {
  await expect.poll(() => violations(page), { timeout: 15_000 }).toEqual([]);
}

/** Looks once nothing moves any more: a colour on its way from one theme to the other is neither. */
async function violations(page: Page): Promise<string[]> {
  await settle(page);
  const found = await new AxeBuilder({ page }).include('body').disableRules(pageRules).analyze();
  return found.violations.flatMap(({ id: rule, nodes }) =>
    nodes.map(({ html, any }) => `${rule}: ${html} ${any[0]?.message ?? ''}`),
  );
}

/** A story is a piece of a page: headings and landmarks are judged on whole pages, in the end-to-end tests. */
const pageRules = ['page-has-heading-one', 'region', 'landmark-one-main', 'html-has-lang', 'heading-order'];
