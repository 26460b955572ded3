import { act, fireEvent, type RenderResult, waitFor, within } from '@testing-library/react';
import type { FederationEvent } from '@tollgate/federation';
import { vi } from 'vitest';
import { broken, deepestRoute, type LoadFault, loadFaults, resolved } from './fault-builds.tsx';
import { type AreaConsole, importShell } from './open-shell.ts';
import { answerAll } from './response-state.ts';
import { addressOf, type ContractSubject } from './subject.ts';

const BROKEN = 'aaaaaaaaaa';
const MENDED = 'bbbbbbbbbb';

/**
 * Fails to load the area: the console must keep the address and the menu, show a notice, and report once to the
 * gateway. Then the gateway has another build, and "Try again" must show the addressed page. @throws otherwise
 */
export async function checkFault(subject: ContractSubject, name: FaultName): Promise<void> {
  await openBroken(subject, name, [], async (shown, url) => {
    const notice = await waitFor(() => noticeOf(shown));
    expectSame('the address', addressNow(), url);
    expectSame('the reported failure', troublesOf(shown.events), [loadFaults[name].report]);
    if (!shown.container.querySelector('nav a')) throw new Error('The menu is gone with the area.');
    fireEvent.click(within(notice).getByRole('button'));
    await waitFor(() => requireArea(shown, subject.id));
    expectSame('the address', addressNow(), url);
  });
}

/** The same with an earlier build in the registry: it must be shown without a click. @throws otherwise */
export async function checkFallback(subject: ContractSubject, name: FaultName): Promise<void> {
  await openBroken(subject, name, [MENDED], async (shown, url) => {
    await waitFor(() => requireArea(shown, subject.id, MENDED));
    expectSame('the address', addressNow(), url);
    expectSame('the reported failure', troublesOf(shown.events), [loadFaults[name].report]);
  });
}

type FaultName = keyof typeof loadFaults;

async function openBroken(
  subject: ContractSubject,
  name: FaultName,
  earlier: readonly string[],
  check: (shown: AreaConsole, url: string) => Promise<void>,
): Promise<void> {
  const fault: LoadFault = loadFaults[name];
  const route = deepestRoute(subject);
  const url = `${addressOf(route.path, subject.params)}?from=bookmark#here`;
  const { openAreaConsole } = await importShell();
  const silent = vi.spyOn(console, 'error').mockImplementation(() => {});
  answerAll('empty');
  const hangs = fault.report === 'timeout';
  // The loader's timeout may begin with the first render.
  if (hangs) vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const shown = openAreaConsole({
    area: resolved(subject, BROKEN, earlier),
    next: resolved(subject, MENDED),
    url,
    access: route.access,
    entryStatus: fault.entryStatus,
    load: async ({ buildId }) => (buildId === MENDED ? subject.area : await broken(subject, fault)),
  });
  try {
    if (hangs) await passTime();
    await check(shown, url);
  } finally {
    await act(async () => shown.unmount());
    shown.close();
    silent.mockRestore();
    window.history.replaceState(null, '', '/');
  }
}

/** Advances beyond the loader's timeout. */
async function passTime(): Promise<void> {
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

function requireArea({ container }: RenderResult, id: string, buildId = MENDED): void {
  const heading = container.querySelector(`section[data-area="${id}"][data-build="${buildId}"] h1`);
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
