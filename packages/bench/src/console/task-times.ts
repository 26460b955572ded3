import type { Browser, Page } from '@playwright/test';

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds of processor time. */
  tdur?: number;
  args?: { name?: string };
}

/**
 * Runs `work` and returns the milliseconds of processor time that the longest task of the page's main thread took
 * meanwhile. Unlike times by the clock, it stays the same when other programs use the machine.
 */
export async function longestTask(browser: Browser, page: Page, work: () => Promise<void>): Promise<number> {
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  const mainThreads = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const times = traceEvents
    .filter(({ ph, pid, tid }) => ph === 'X' && mainThreads.has(`${pid} ${tid}`))
    .map(({ tdur = 0 }) => tdur);
  return times.reduce((longest, time) => Math.max(longest, time), 0) / 1000;
}
