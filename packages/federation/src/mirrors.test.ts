import { expect, test } from 'vitest';
import { areaOf, buildOf } from './fixtures.ts';
import { placeAtMirror, withMirror } from './mirrors.ts';

const MIRROR = 'https://cdn.example';

test('builds that everybody gets are at the mirror, with every file and its hash', () => {
  const { areas, mirror } = withMirror({ areas: [areaOf()] }, MIRROR);
  expect(mirror).toBe(MIRROR);
  const [active, fallback] = [areas[0]?.active, areas[0]?.fallbacks[0]];
  if (!active || !fallback) throw new Error('The area has lost its builds.');
  const build = buildOf('aaaaaaaaaa');
  const pages = { '/log': [build.entry] };
  const placed = placeAtMirror({ ...active, pages }, MIRROR);
  const files = [
    placed.entry,
    ...placed.preload,
    ...(placed.pages?.['/log'] ?? []),
    ...Object.values(placed.i18n ?? {}),
  ];
  expect(files.filter(({ url }) => !url.startsWith(`${MIRROR}/assets/areas/logs/`))).toEqual([]);
  expect(placed.entry).toEqual({ ...build.entry, url: MIRROR + build.entry.url });
  expect(placeAtMirror(fallback, MIRROR).entry.url).toContain(MIRROR);
});

test.each(['canary', 'cohort', 'pin', 'preview', 'dev'] as const)(
  'a build chosen by %s stays at the gateway, because a mirror knows no sessions',
  (why) => {
    const [area] = withMirror({ areas: [areaOf({ why })] }, MIRROR).areas;
    expect(area?.active && placeAtMirror(area.active, MIRROR)).toEqual(buildOf('aaaaaaaaaa'));
  },
);

test('isolated areas, and all areas without the setting, stay at the gateway', () => {
  const isolated = areaOf({ active: { ...buildOf('aaaaaaaaaa'), contract: 2 } });
  expect(withMirror({ areas: [isolated] }, MIRROR).areas[0]?.active?.mirrored).toBeUndefined();
  const snapshot = { areas: [areaOf()] };
  expect(withMirror(snapshot, undefined)).toBe(snapshot);
});

test('the texts of a language that was added later are at the mirror too', () => {
  const build = buildOf('aaaaaaaaaa');
  const i18n = { zh: build.entry, en: build.entry, xx: build.entry };
  const placed = placeAtMirror({ ...build, mirrored: true, i18n }, MIRROR);
  expect(placed.i18n).toHaveProperty('xx', { ...build.entry, url: MIRROR + build.entry.url });
});
