import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { differences, type Recorded, readRecorded, writePiece, writeRecorded } from './compare-layout.ts';
import { readColors, readLayout } from './read-layout.ts';
import { stories } from './stories.ts';
import { choose, openStory, test } from './story-page.ts';

const folder = path.join(import.meta.dirname, 'layouts');
const isRecording = process.env.RECORD_LAYOUTS === '1';
/** Whole pages, and the patterns that pages are made of. */
const pages = stories.filter(
  ({ title, name }) =>
    /\/(Pages?|Dialogs|DataTable|Forms|FilterBar)$/.test(title) && !/Loading|Ten Thousand/.test(name),
);

for (const { id, title, name } of pages) {
  const file = path.join(folder, `${id}.txt`);
  test(`${title} / ${name} looks as it was recorded`, async ({ storyPage: page }) => {
    test.skip(!isRecording && !existsSync(file), 'nothing is recorded; pnpm record does');
    await page.clock.setFixedTime(new Date('2026-03-14T09:26:53Z'));
    expect(await openStory(page, id)).toEqual([]);
    await page.waitForLoadState('networkidle'); // parts that are loaded when they are needed
    const seen = await lookAll(page);
    if (isRecording) record(file, seen);
    else expect(differences(readRecorded(readFileSync(file, 'utf8')), seen)).toEqual([]);
  });
}

/** Both languages in both widths; the dark theme moves nothing, so of it the colours. */
async function lookAll(page: Page): Promise<Recorded> {
  const seen: Recorded = new Map();
  for (const language of ['en', 'zh'])
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: width < 600 ? 844 : 800 });
      await choose(page, { language, theme: 'light' });
      const pieces = await readLayout(page);
      seen.set(`${language} ${width}`, pieces.map(writePiece));
      if (language === 'en' && width === 1280) seen.set('colours light', readColors(pieces, 'light'));
    }
  await page.setViewportSize({ width: 1280, height: 800 });
  await choose(page, { language: 'en', theme: 'dark' });
  seen.set('colours dark', readColors(await readLayout(page), 'dark'));
  return seen;
}

function record(file: string, seen: Recorded): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, writeRecorded(seen));
}
