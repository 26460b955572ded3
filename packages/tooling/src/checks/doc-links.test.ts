import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkDocLinks } from './doc-links.ts';
import { readAnchors, readReferences } from './markdown.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'tollgate-links-'));
  write('packages/gateway/src/relay/relay.ts', '');
  write('docs/other.md', '# Other page\n\n## Twice\n\n## Twice\n');
});
afterEach(() => rmSync(root, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}

function complaintsAbout(text: string): string[] {
  write('docs/page.md', text);
  return checkDocLinks(root).complaints;
}

test('a link to a file or heading that exists passes', () => {
  const text =
    '# Page\n[a](other.md) [b](other.md#twice-1) [c](#page) [d](https://example.com/none) [e](../packages)';
  expect(complaintsAbout(text)).toEqual([]);
});

test('a link to a missing file is reported with its line', () => {
  expect(complaintsAbout('# Page\n\n[a](gone.md)')).toEqual([
    'docs/page.md:3 links to gone.md, which does not exist.',
  ]);
});

test('a link to a missing heading is reported', () => {
  expect(complaintsAbout('[a](other.md#thrice)')).toEqual([
    'docs/page.md:1 links to other.md#thrice, but there is no such heading.',
  ]);
});

test('a path in code passes when a file ends with it', () => {
  expect(complaintsAbout('`packages/gateway/src/relay/` `relay/relay.ts` `relay/*.ts`')).toEqual([]);
});

test('a path in code to a missing file is reported', () => {
  expect(complaintsAbout('`relay/rely.ts`')).toEqual([
    'docs/page.md:1 names relay/rely.ts, which does not exist.',
  ]);
});

test('links and paths in code blocks are not checked', () => {
  expect(readReferences('```md\n[a](gone.md)\n```\n`npm test` `mfe-<id>/src/area.ts`')).toEqual([]);
});

test('anchors keep letters of any script and drop punctuation', () => {
  expect(readAnchors('# `GET /api/log/`: all\n## 额度单位\n```\n# no heading\n```')).toEqual([
    'get-apilog-all',
    '额度单位',
  ]);
});
