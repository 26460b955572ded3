import { matchesPattern } from '@tollgate/federation';
import { beforeAll, describe, expect, test } from 'vitest';
import { findUnknownNames } from '../known-names.ts';
import { clashes, reachFaults } from '../source-faults.ts';
import { placeArea } from '../workspace.ts';
import { checkFallback, checkFault } from './check-faults.ts';
import { buildFaults, checkTexts, findFreshBuild, manifestFaults } from './check-files.ts';
import { checkChanges, checkState, findCrash, leftoversOf, pageFaults } from './check-page.tsx';
import { setupFaults } from './check-setup.ts';
import { deepestRoute, loadFaults } from './fault-builds.tsx';
import { loadPages } from './load-pages.ts';
import { oldTypesFaults } from './old-types.ts';
import { type ContractSubject, declaredHostApi } from './subject.ts';

/**
 * The contract of every area, as tests: `src/contract.test.ts` of an area calls it once. See
 * docs/guides/add-an-area.md for its rules and their reasons.
 */
export function defineAreaContract(subject: ContractSubject): void {
  if (subject.root) placeArea(subject.id, subject.root);
  describe(`the contract of ${subject.id}`, () => {
    let crash: unknown;
    testFiles(subject);
    testPages(subject);
    beforeAll(async () => {
      crash = await findCrash(subject, deepestRoute(subject).path);
    }, SLOW_MS);
    describe('a build that', () => {
      test.each(Object.keys(loadFaults) as (keyof typeof loadFaults)[])(
        '%s leaves the rest of the console working, and a retry restores the page',
        async (fault) => {
          if (crash) throw crash; // a page that cannot be shown cannot come back either
          await checkFault(subject, fault);
        },
        SLOW_MS,
      );
      test.each(Object.keys(loadFaults) as (keyof typeof loadFaults)[])(
        '%s gives way to an earlier build without a click',
        async (fault) => {
          if (crash) throw crash;
          await checkFallback(subject, fault);
        },
        SLOW_MS,
      );
    });
    const build = findFreshBuild(subject.id);
    test.skipIf(!build)('its build is complete, within the budgets and compatible with the console', () => {
      expect(build && buildFaults(build)).toEqual([]);
    });
  });
}

function testFiles(subject: ContractSubject): void {
  const { id, source } = subject;
  test('its manifest is valid and lists the pages that it renders', () => {
    expect(manifestFaults(subject)).toEqual([]);
  });
  test('its pages and menu entries do not collide with those of the shell or of other areas', async () => {
    expect(await clashes(id, source)).toEqual([]);
  });
  test('the extension points and events of others that it names exist', async () => {
    expect(await findUnknownNames(id, source)).toEqual([]);
  });
  test('every text exists in both languages', () => {
    expect(() => checkTexts(subject)).not.toThrow();
  });
  test('its styles and sources do not reach outside the area', () => {
    expect(reachFaults(id)).toEqual([]);
  });
  test('its routes do not match an unknown address', () => {
    const unknown = `/${id}-unknown/knows/this`;
    expect(source.routes.filter((route) => matchesPattern(route.path, unknown))).toEqual([]);
  });
  test('a repeated setup and teardown causes no errors and leaves nothing behind', () => {
    expect(setupFaults(subject)).toEqual([]);
  });
  test(
    'it compiles against the types of the lowest host API that it supports',
    async () => {
      expect(await oldTypesFaults(id, declaredHostApi(id))).toEqual([]);
    },
    SLOW_MS,
  );
}

/** Time for a compiler, or for loading all pages, on a machine that runs everything at once. */
const SLOW_MS = 180_000;

function testPages(subject: ContractSubject): void {
  beforeAll(() => loadPages(subject), SLOW_MS);
  // Each on a host of the lowest version that the area requires.
  describe.each(subject.source.routes.map((route) => route.path))('%s', (path) => {
    test.each(['loading', 'empty', 'failed', 'forbidden', 'gone'] as const)(
      'shows its state when gateway responses are %s',
      async (state) => {
        await checkState(subject, path, state);
      },
    );
    test('applies a new language and theme without remounting', async () => {
      await checkChanges(subject, path);
    });
    test('is accessible and has no absolute links', async () => {
      expect(await pageFaults(subject, path)).toEqual([]);
    });
    test('leaves nothing behind', async () => {
      expect(await leftoversOf(subject, path)).toEqual([]);
    });
  });
}
