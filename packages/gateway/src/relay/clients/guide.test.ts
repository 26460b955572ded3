import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readGuide } from '../../testing/guides/guide.ts';

// @reads docs/connect/*.md docs/zh/connect/*.md
const docs = path.resolve(import.meta.dirname, '../../../../../docs');
/** The table of clients and providers is in English alone. */
const namesIn = (folder: string) =>
  readdirSync(path.join(docs, folder))
    .map((file) => path.basename(file, '.md'))
    .filter((name) => name !== 'matrix')
    .sort();

test('every guide to a client is there in Chinese', () => {
  expect(namesIn('zh/connect')).toEqual(namesIn('connect'));
});

describe.each(namesIn('connect'))('%s', (name) => {
  test('has the same settings and commands in Chinese', () => {
    expect(readGuide(`../zh/connect/${name}`)).toEqual(readGuide(name));
  });
});
