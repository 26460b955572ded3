import type { Browser, Page } from '@playwright/test';
import { newProfile, slowDown, type Visitor, withConsole } from './console/slow-visitor.ts';
import { median, pause } from './relay/machine.ts';

/**
 * Measures a switch to another area, from the click to its heading: uncached, prefetched by hovering the menu
 * entry, and with the area in memory. Emulates a slow line and machine: 1.6 Mbit/s, 150 ms, a quarter of the
 * processor. Each round has a new browser profile. The three kinds of a round run one after the other, so
 * their ratios also hold on a busy machine. Needs a built console (`npm run build`). Usage: `npm run bench
 * areas [rounds]`.
 */
const rounds = Number(process.argv[2] ?? 5);
const areas = { '/log': 'logs', '/channel': 'admin-channels', '/setting': 'admin-settings' } as const;
const TARGETS_MS = { cold: 1200, ahead: 300 };

type Kind = 'cold' | 'ahead' | 'again';
const times: Record<Kind, number[]> = { cold: [], ahead: [], again: [] };

await withConsole(async ({ url, browser, visitor }) => {
  for (let round = 0; round < rounds; round++)
    for (const kind of ['cold', 'ahead'] as const) await measure(browser, url, visitor, kind);
});
report();

/** Visits each area once from the page of tokens, and once more. */
async function measure(
  browser: Browser,
  url: string,
  visitor: Visitor,
  kind: 'cold' | 'ahead',
): Promise<void> {
  const context = await newProfile(browser, url, visitor);
  const page = await context.newPage();
  await page.goto(`${url}/token`);
  await page.locator('section[data-area="user"] h1').waitFor();
  await pause(2000); // the page prefetches when idle
  await slowDown(page);
  for (const [target, area] of Object.entries(areas)) {
    if (kind === 'ahead') {
      await page.hover(`a[href="${target}"]`);
      await pause(4000);
    }
    times[kind].push(await timeSwitch(page, target, area));
    await timeSwitch(page, '/token', 'user');
    if (kind === 'cold') times.again.push(await timeSwitch(page, target, area));
    await timeSwitch(page, '/token', 'user');
  }
  await context.close();
}

/** Milliseconds from the click to the heading, by the page's clock. The click has no hover. */
function timeSwitch(page: Page, target: string, area: string): Promise<number> {
  return page.evaluate(
    ([href, id]) =>
      new Promise<number>((resolve) => {
        const startedAt = performance.now();
        const observer = new MutationObserver(look);
        observer.observe(document.body, { childList: true, subtree: true });
        document.querySelector<HTMLElement>(`a[href="${href}"]`)?.click();
        look();
        function look(): void {
          // The title that the shell shows while the page loads does not count.
          if (!document.querySelector(`section[data-area="${id}"] h1:not([aria-busy] h1)`)) return;
          observer.disconnect();
          requestAnimationFrame(() => resolve(performance.now() - startedAt));
        }
      }),
    [target, area] as const,
  );
}

function report(): void {
  const words = { cold: 'files not here', ahead: 'fetched ahead', again: 'in memory' };
  console.log(`${rounds} rounds of ${Object.keys(areas).length} areas: median (range) in ms`);
  for (const [kind, values] of Object.entries(times) as [Kind, number[]][]) {
    const target = kind in TARGETS_MS ? `, target ${TARGETS_MS[kind as keyof typeof TARGETS_MS]}` : '';
    const range = `${Math.min(...values).toFixed(0)}-${Math.max(...values).toFixed(0)}`;
    console.log(`  ${words[kind]}: ${median(values).toFixed(0)} (${range})${target}`);
  }
  const cold = median(times.cold);
  console.log(`  fetched ahead / files not here: ${(median(times.ahead) / cold).toFixed(2)}`);
  console.log(`  in memory / files not here: ${(median(times.again) / cold).toFixed(2)}`);
}
