import { expect, type Page } from '@playwright/test';
import type { Theme } from '@tollgate/design-tokens';
import { findLayoutFaults } from './fits.ts';
import { isPageLike, isPattern, stories, themesOf } from './stories.ts';
import { choose, complaintsAbout, shownTheme, test } from './story-page.ts';
import { findViolations } from './violations.ts';

for (const story of stories)
  test.describe(() => {
    // One after the other on one page, so that it is loaded once.
    test.describe.configure({ mode: 'default' });
    const name = `${story.title} / ${story.name}`;
    const themes = themesOf(story);

    test(`${name} renders and is accessible in ${themes.join(' and ')}`, async ({ storyPage: page }) => {
      expect(await complaintsAbout(page, story.id, () => lookIn(page, themes))).toEqual([]);
    });

    if (isPageLike(story))
      test(`${name} fits`, async ({ storyPage: page }) => {
        const look = () => findLayoutFaults(page, isPattern(story));
        expect(await complaintsAbout(page, story.id, look)).toEqual([]);
      });

    if (isPattern(story))
      test(`${name} keeps its structure`, async ({ storyPage: page }) => {
        expect(await complaintsAbout(page, story.id, async () => [])).toEqual([]);
        await expect(page.locator('body')).toMatchAriaSnapshot({ name: `${story.id}.aria.yml` });
      });
  });

/** Begins with the current theme when that is one of them. */
async function lookIn(page: Page, themes: readonly Theme[]): Promise<string[]> {
  const current = await shownTheme(page);
  const found: string[] = [];
  for (const theme of [...themes].sort((one) => (one === current ? -1 : 1))) {
    if (theme !== (await shownTheme(page))) await choose(page, { language: 'en', theme });
    found.push(...(await findViolations(page)));
  }
  return found;
}
