import { matchesPattern } from '@tollgate/federation';
import { beforeAll, describe, expect, test } from 'vitest';
import { checkFault } from './check-faults.ts';
import {
  buildFaults,
  checkTexts,
  clashes,
  findFreshBuild,
  manifestFaults,
  reachFaults,
} from './check-files.ts';
import { checkChanges, checkWeather, leftoversOf, pageFaults } from './check-page.tsx';
import { setupFaults } from './check-setup.ts';
import { loadFaults } from './fault-builds.tsx';
import { loadPages } from './load-pages.ts';
import { oldTypesFaults } from './old-types.ts';
import { type ContractSubject, declaredHostApi } from './subject.ts';

/**
 * The contract of every area, as tests: `src/contract.test.ts` of an area calls it once. See
 * docs/guides/add-an-area.md for its rules and their reasons.
 */
export function defineAreaContract(subject: ContractSubject): void {
  describe(`the contract of mfe-${subject.id}`, () => {
    filesKeepIt(subject);
    pagesKeepIt(subject);
    describe('a build of it that', () => {
      test.each(Object.keys(loadFaults) as (keyof typeof loadFaults)[])(
        '%s takes nothing else along, and the page comes back where it was',
        async (fault) => {
          await checkFault(subject, fault);
        },
        SLOW_MS,
      );
    });
    const build = findFreshBuild(subject.id);
    test.skipIf(!build)('its build is whole, within the budgets and fits the console', () => {
      expect(build && buildFaults(build)).toEqual([]);
    });
  });
}

function filesKeepIt(subject: ContractSubject): void {
  const { id, source } = subject;
  test('its manifest is valid and names the pages that it draws', () => {
    expect(manifestFaults(subject)).toEqual([]);
  });
  test('it takes no page and no menu entry of the shell or of another area', async () => {
    expect(await clashes(subject)).toEqual([]);
  });
  test('every text exists in both languages', () => {
    expect(() => checkTexts(subject)).not.toThrow();
  });
  test('styles and sources stay inside of it', () => {
    expect(reachFaults(subject)).toEqual([]);
  });
  test('an address that it does not name is left to the shell', () => {
    const unknown = `/${id}-nobody/knows/this`;
    expect(source.routes.filter((route) => matchesPattern(route.path, unknown))).toEqual([]);
  });
  test('setting it up twice, and taking that back twice, does no harm and leaves nothing', () => {
    expect(setupFaults(subject)).toEqual([]);
  });
  test(
    'it compiles against the types of the lowest host API that it asks for',
    async () => {
      expect(await oldTypesFaults(id, declaredHostApi(id))).toEqual([]);
    },
    SLOW_MS,
  );
}

/** Time for a compiler, or for loading all pages, on a machine that runs everything at once. */
const SLOW_MS = 180_000;

function pagesKeepIt(subject: ContractSubject): void {
  beforeAll(() => loadPages(subject), SLOW_MS);
  // Each on a host of the lowest version that the area requires.
  describe.each(subject.source.routes.map((route) => route.path))('%s', (path) => {
    test.each(['loading', 'empty', 'failed', 'forbidden', 'gone'] as const)(
      'says so when what it asks for is %s',
      async (weather) => {
        await checkWeather(subject, path, weather);
      },
    );
    test('follows the language and the theme without a second mount', async () => {
      await checkChanges(subject, path);
    });
    test('is there for those who do not see it or have no mouse, and names no host', async () => {
      expect(await pageFaults(subject, path)).toEqual([]);
    });
    test('leaves nothing behind', async () => {
      expect(await leftoversOf(subject, path)).toEqual([]);
    });
  });
}
