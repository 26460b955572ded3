import { expect, test } from 'vitest';
import { manifestOf } from './fixtures.ts';
import cases from './resolve.golden.json' with { type: 'json' };
import { noRollout, type Rollout, resolveArea, type Viewer, visitor } from './resolve.ts';
import { bucketOf } from './sticky.ts';

interface GoldenCase {
  name: string;
  /** Host API ranges of builds, where they differ from `^1.0`. */
  builds?: Record<string, string>;
  bundled?: string[];
  rollout?: Partial<Rollout>;
  viewer?: Viewer;
  expect: { state?: string; active: string | null; why?: string; fallbacks?: string[]; reason?: string };
}

test.each(cases as GoldenCase[])('viewer gets the resolved build: $name', (golden) => {
  const area = resolveArea({
    builds: ['a', 'b', 'c', 'd'].map((digit) => {
      const buildId = digit.repeat(10);
      return manifestOf({ buildId, compat: { hostApi: golden.builds?.[buildId] ?? '^1.0' } });
    }),
    bundled: golden.bundled ?? [],
    rollout: { ...noRollout, ...golden.rollout },
    host: { api: '1.2.0' },
    viewer: golden.viewer ?? visitor,
    nowMs: 1000,
  });
  expect({
    state: area?.state,
    active: area?.active?.buildId ?? null,
    why: area?.why,
    fallbacks: area?.fallbacks.map((build) => build.buildId),
    ...(area?.reason && { reason: area.reason.code }),
  }).toEqual(golden.expect);
});

test('the canary goes to a stable share of the users that differs by area and salt', () => {
  const drawn = (area: string, salt: string, percent: number) =>
    new Set(
      Array.from({ length: 20_000 }, (_, index) => index + 1).filter(
        (userId) => bucketOf(`${userId} ${area} ${salt}`) < percent * 100,
      ),
    );
  const logs = drawn('logs', 's', 5);
  expect(logs).toEqual(drawn('logs', 's', 5));
  expect(Math.abs(logs.size - 1000)).toBeLessThan(120);
  expect(Math.abs(drawn('logs', 's', 50).size - 10_000)).toBeLessThan(300);
  for (const other of [drawn('user', 's', 5), drawn('logs', 't', 5)]) {
    expect(Math.abs(other.size - 1000)).toBeLessThan(120);
    expect(Math.abs([...logs].filter((userId) => other.has(userId)).length - 50)).toBeLessThan(40);
  }
  const more = drawn('logs', 's', 10);
  expect([...logs].every((userId) => more.has(userId))).toBe(true);
});
