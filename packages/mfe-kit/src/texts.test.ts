import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AreaSource } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { pickTexts } from './texts.ts';

const source: AreaSource = { routes: [{ path: '/log', access: 'user', title: 'log.title' }], nav: [] };

function areaWith(zh: object, en: object): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'area-'));
  mkdirSync(path.join(folder, 'src/i18n'), { recursive: true });
  writeFileSync(path.join(folder, 'src/i18n/zh.json'), JSON.stringify(zh));
  writeFileSync(path.join(folder, 'src/i18n/en.json'), JSON.stringify(en));
  return folder;
}

test('the manifest contains titles in both languages and no other texts', () => {
  const folder = areaWith({ log: { title: '日志', empty: '无' } }, { log: { title: 'Log', empty: 'None' } });
  expect(pickTexts(folder, source)).toEqual({ zh: { 'log.title': '日志' }, en: { 'log.title': 'Log' } });
});

test('a text that exists in one language only fails the build and is named', () => {
  const folder = areaWith({ log: { title: '日志' } }, { log: { title: 'Log', empty: 'None' } });
  expect(() => pickTexts(folder, source)).toThrow('zh.json lacks "log.empty"');
});

test('a missing title fails the build', () => {
  expect(() => pickTexts(areaWith({}, {}), source)).toThrow('en.json lacks "log.title"');
});

test('Chinese needs no singular', () => {
  const english = { log: { title: 'Log' }, row_one: '{{count}} row', row_other: '{{count}} rows' };
  const folder = areaWith({ log: { title: '日志' }, row_other: '{{count}} 行' }, english);
  expect(() => pickTexts(folder, source)).not.toThrow();
});
