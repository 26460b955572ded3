import { expect, type Page } from '@playwright/test';
import { findLayoutFaults } from './fits.ts';
import { isPageLike, isPattern, stories } from './stories.ts';
import { choose, complaintsAbout, shownTheme, test } from './story-page.ts';
import { findViolations } from './violations.ts';

for (const story of stories)
  test.describe(() => {
    // One after the other on one page, so that it is loaded once.
    test.describe.configure({ mode: 'default' });
    const name = `${story.title} / ${story.name}`;

    test(`${name} renders and is accessible in both themes`, async ({ storyPage: page }) => {
      expect(await complaintsAbout(page, story.id, () => lookInBothThemes(page))).toEqual([]);
    });

    if (isPageLike(story))
      test(`${name} fits on a phone and a desk in both languages`, async ({ storyPage: page }) => {
        expect(await complaintsAbout(page, story.id, () => findLayoutFaults(page))).toEqual([]);
      });

    if (isPattern(story))
      test(`${name} keeps its structure`, async ({ storyPage: page }) => {
        expect(await complaintsAbout(page, story.id, async () => [])).toEqual([]);
        await expect(page.locator('body')).toMatchAriaSnapshot({ name: `${story.id}.aria.yml` });
      });
  });

/** Begins with the current theme. */
async function lookInBothThemes(page: Page): Promise<string[]> {
  const found = await findViolations(page);
  const theme = (await shownTheme(page)) === 'dark' ? 'light' : 'dark';
  await choose(page, { language: 'en', theme });
  return [...found, ...(await findViolations(page))];
}
