import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { act, fireEvent, type RenderResult, waitFor, within } from '@testing-library/react';
import { forgetAnswers } from '@tollgate/api-client/testing';
import { type AreaModule, defineArea } from '@tollgate/console-sdk';
import type { BuildRef, ResolvedArea, RouteAccess } from '@tollgate/contract';
import type { FederationEvent } from '@tollgate/federation';
import { vi } from 'vitest';
import { pickTexts } from '../texts.ts';
import { areaFolder, workspaceRoot } from '../workspace.ts';
import { addressOf, type ContractSubject } from './subject.ts';
import { letAllAnswer } from './surroundings.ts';

/** Ways in which a build of an area does not come to the screen, and what is told of each. */
export const loadFaults = {
  'is answered with 404': { throws: lost, entryStatus: 404, told: 'http' },
  'is answered with 500': { throws: lost, entryStatus: 500, told: 'http' },
  'gets no answer': { throws: lost, entryStatus: 0, told: 'network' },
  'does not have the hash that it should have': { throws: lost, entryStatus: 200, told: 'integrity' },
  hangs: { entryStatus: 0, told: 'timeout' },
  'throws when its code runs': {
    throws: () => new TypeError('x is undefined'),
    entryStatus: 200,
    told: 'evaluation',
  },
  'throws when it is drawn': { entryStatus: 200, told: 'crash' },
} satisfies Record<string, LoadFault>;

interface LoadFault {
  throws?: () => Error;
  entryStatus: number;
  told: string;
}

const BROKEN = 'aaaaaaaaaa';
const MENDED = 'bbbbbbbbbb';

/** As the federation runtime says it, whatever the cause. */
function lost(): Error {
  return new Error('[ Federation Runtime ]: Failed to load script resources. #RUNTIME-008');
}

/**
 * The area does not come: the console keeps the address and its menu, says so, and tells the gateway once. Then the
 * gateway has another build, and "Try again" brings the page that the address names. @throws when it is not so
 */
export async function checkFault(subject: ContractSubject, name: keyof typeof loadFaults): Promise<void> {
  const fault: LoadFault = loadFaults[name];
  const route = deepestRoute(subject);
  const url = `${addressOf(route.path, subject.params)}?from=bookmark#here`;
  const { openAreaConsole } = await importShell();
  const silent = vi.spyOn(console, 'error').mockImplementation(() => {});
  letAllAnswer('empty');
  const shown = openAreaConsole({
    area: resolved(subject, BROKEN),
    next: resolved(subject, MENDED),
    url,
    access: route.access,
    entryStatus: fault.entryStatus,
    load: async ({ buildId }) => (buildId === MENDED ? subject.area : await broken(subject, fault)),
  });
  try {
    if (name === 'hangs') await passTime();
    const notice = await waitFor(() => noticeOf(shown));
    expectSame('the address', addressNow(), url);
    expectSame('what is told', troublesOf(shown.events), [fault.told]);
    if (!shown.container.querySelector('nav a')) throw new Error('The menu is gone with the area.');
    fireEvent.click(within(notice).getByRole('button'));
    await waitFor(() => requireArea(shown, subject.id));
    expectSame('the address', addressNow(), url);
  } finally {
    await act(async () => shown.unmount());
    shown.close();
    forgetAnswers();
    silent.mockRestore();
    window.history.replaceState(null, '', '/');
  }
}

/** The page with the longest address: what somebody has in a bookmark. Public ones may lead elsewhere by themselves. */
function deepestRoute({ source }: ContractSubject): { path: string; access: RouteAccess } {
  const routes = source.routes.filter(({ access }) => access !== 'public');
  const [deepest] = (routes.length > 0 ? routes : source.routes).toSorted(
    (a, b) => depth(b.path) - depth(a.path),
  );
  if (!deepest) throw new Error('The area has no page.');
  return deepest;
}

function depth(route: string): number {
  return route.split('/').length + (route.includes('*') ? -9 : 0);
}

function broken({ area }: ContractSubject, fault: LoadFault): Promise<AreaModule> {
  if (fault.throws) return Promise.reject(fault.throws());
  if (fault.told === 'timeout') return new Promise(() => {});
  const routes = area.routes.map(({ path: at }) => ({ path: at, element: <Broken /> }));
  return Promise.resolve(defineArea({ ...area, routes }));
}

function Broken(): never {
  throw new Error('This build throws when it is drawn.');
}

function resolved({ id, source }: ContractSubject, buildId: string): ResolvedArea {
  const { owners: _, pages: __, ...contributes } = source;
  const file = { url: `/assets/areas/${id}/${buildId}/entry.js`, integrity: '', bytes: 1 };
  return {
    id,
    mounts: [],
    state: 'on',
    active: {
      buildId,
      version: '0.0.0',
      container: `area_${id}__${buildId}`,
      entry: file,
      preload: [],
      i18n: { zh: file, en: file },
    },
    fallbacks: [],
    revoked: [],
    why: 'stable',
    contributes,
    texts: pickTexts(areaFolder(id), source),
  };
}

/** Further than the loader waits. */
async function passTime(): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    for (let second = 0; second < 12; second++) await act(() => vi.advanceTimersByTimeAsync(1000));
  } finally {
    vi.useRealTimers();
  }
}

function noticeOf({ container }: RenderResult): HTMLElement {
  const notice = container.querySelector<HTMLElement>('[data-testid="area-degraded"]');
  if (!notice?.querySelector('h1')?.textContent) throw new Error('Nothing says that the area did not come.');
  return notice;
}

function requireArea({ container }: RenderResult, id: string): void {
  const heading = container.querySelector(`section[data-area="${id}"][data-build] h1`);
  if (!heading?.textContent) throw new Error(`mfe-${id} does not come back where it was left.`);
}

function troublesOf(events: readonly FederationEvent[]): string[] {
  return events.flatMap((event) => {
    if (event.type === 'area.failure/v1') return [event.class];
    return event.type === 'area.crash/v1' ? ['crash'] : [];
  });
}

function addressNow(): string {
  const { pathname, search, hash } = window.location;
  return pathname + search + hash;
}

function expectSame(what: string, found: unknown, wanted: unknown): void {
  const [is, should] = [JSON.stringify(found), JSON.stringify(wanted)];
  if (is !== should) throw new Error(`Of ${what}: ${is}, and not ${should}.`);
}

/** The shell as it is in this repository. Packages are below the apps, so it comes by its address. */
async function importShell(): Promise<ShellTesting> {
  const file = path.join(workspaceRoot, 'shell/src/testing/open-area-console.tsx');
  return (await import(pathToFileURL(file).href)) as ShellTesting;
}

interface ShellTesting {
  openAreaConsole(options: {
    area: ResolvedArea;
    next: ResolvedArea;
    url: string;
    access: RouteAccess;
    load(build: BuildRef): Promise<AreaModule>;
    entryStatus: number;
  }): RenderResult & { events: FederationEvent[]; close(): void };
}
