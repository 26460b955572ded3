import { expect, type Page } from '@playwright/test';
import { findDifferences, hasLayout, isRecorded, isRecording, record } from './layouts.ts';
import { stories } from './stories.ts';
import { choose, complaintsAbout, shownTheme, test } from './story-page.ts';
import { findViolations } from './violations.ts';

for (const story of stories)
  test.describe(() => {
    // One after the other on one page, so that it is drawn once.
    test.describe.configure({ mode: 'default' });
    const name = `${story.title} / ${story.name}`;

    test(`${name} renders and is accessible in both themes`, async ({ storyPage: page }) => {
      expect(await complaintsAbout(page, story.id, () => lookInBothThemes(page))).toEqual([]);
    });

    if (hasLayout(story))
      test(`${name} looks as it was recorded`, async ({ storyPage: page }) => {
        test.skip(!isRecording && !isRecorded(story), 'nothing is recorded; pnpm record does');
        if (isRecording) expect(await record(page, story)).toEqual([]);
        else expect(await complaintsAbout(page, story.id, () => findDifferences(page, story))).toEqual([]);
      });
  });

/** Begins with the theme that is shown. */
async function lookInBothThemes(page: Page): Promise<string[]> {
  const found = await findViolations(page);
  const theme = (await shownTheme(page)) === 'dark' ? 'light' : 'dark';
  await choose(page, { language: 'en', theme });
  return [...found, ...(await findViolations(page))];
}
