import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { differences, type Recorded, readRecorded, writePiece, writeRecorded } from './compare-layout.ts';
import { readColors, readLayout } from './read-layout.ts';
import type { Story } from './stories.ts';
import { choose, loadStory, type Toolbar } from './story-page.ts';

const folder = path.join(import.meta.dirname, 'layouts');
export const isRecording = process.env.RECORD_LAYOUTS === '1';

/** Whole pages, and the patterns that pages are made of. */
export function hasLayout({ title, name }: Story): boolean {
  return (
    /\/(Pages?|Dialogs|DataTable|Forms|FilterBar|ExtensionSlot|Areas that are not there)$/.test(title) &&
    !/Loading|Ten Thousand/.test(name)
  );
}

export function isRecorded({ id }: Story): boolean {
  return existsSync(fileOf(id));
}

/** How the story on screen differs from what was recorded, in words. */
export async function findDifferences(page: Page, { id }: Story): Promise<string[]> {
  return differences(readRecorded(readFileSync(fileOf(id), 'utf8')), await lookAll(page));
}

/** Loads a story and records how it looks. Answers the errors that the page threw. */
export async function record(page: Page, { id }: Story): Promise<string[]> {
  const errors = await loadStory(page, id);
  await page.waitForLoadState('networkidle'); // parts that are loaded when they are needed
  const seen = await lookAll(page);
  mkdirSync(folder, { recursive: true });
  writeFileSync(fileOf(id), writeRecorded(seen));
  return errors;
}

/**
 * Both languages in both widths; the dark theme moves nothing, so of it the colours. The order is part of what was
 * recorded, as a row of tabs stays scrolled; it ends in English on a desk, as every story begins.
 */
const looks: readonly (Toolbar & { width: number })[] = [
  { language: 'en', theme: 'light', width: 1280 },
  { language: 'en', theme: 'light', width: 390 },
  { language: 'zh', theme: 'light', width: 1280 },
  { language: 'zh', theme: 'light', width: 390 },
  { language: 'en', theme: 'dark', width: 1280 },
];

async function lookAll(page: Page): Promise<Recorded> {
  const seen: Recorded = new Map();
  for (const { width, language, theme } of looks) {
    await page.setViewportSize({ width, height: width < 600 ? 844 : 800 });
    await choose(page, { language, theme });
    const pieces = await readLayout(page);
    if (theme === 'light') seen.set(`${language} ${width}`, pieces.map(writePiece));
    if (language === 'en' && width === 1280) seen.set(`colours ${theme}`, readColors(pieces, theme));
  }
  return seen;
}

function fileOf(id: string): string {
  return path.join(folder, `${id}.txt`);
}
