import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { settle } from './settle.ts';

const { resolve } = createRequire(import.meta.resolve('@axe-core/playwright'));
const axeSource = readFileSync(resolve('axe-core/axe.min.js'), 'utf8');

/** Returns axe violations; repeats the check while a busy machine still renders the last frames of a change. */
export async function findViolations(page: Page): Promise<string[]> {
  let found: string[] = [];
  await expect
    .poll(async () => (found = await look(page)), { timeout: 15_000 })
    .toEqual([])
    .catch(() => {});
  return found;
}

/** Checks after all transitions: a color between two themes belongs to neither. */
async function look(page: Page): Promise<string[]> {
  await settle(page);
  if (page.frames().length > 1) return lookIntoFrames(page);
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
  return page.evaluate(run, pageRules);
}

/** Uses AxeBuilder, which loads another page for every check: a check without it takes a quarter of the work. */
async function lookIntoFrames(page: Page): Promise<string[]> {
  const found = await new AxeBuilder({ page }).include('body').disableRules(pageRules).analyze();
  return found.violations.flatMap(({ id: rule, nodes }) =>
    nodes.map(({ html, any }) => `${rule}: ${html} ${any[0]?.message ?? ''}`),
  );
}

/** A story is a part of a page: headings and landmarks are checked on whole pages, in the end-to-end tests. */
const pageRules = ['page-has-heading-one', 'region', 'landmark-one-main', 'html-has-lang', 'heading-order'];

/**
 * Runs in the page. When only colors change after a clean check, only colors are checked again: attributes
 * and texts stay the same for every other rule.
 */
async function run(off: string[]): Promise<string[]> {
  const { axe, judged } = globalThis as unknown as { axe: Axe; judged?: string };
  const { innerHTML } = document.body;
  const only = innerHTML === judged ? ['color-contrast', 'link-in-text-block'] : undefined;
  const { violations } = await axe.run(
    { include: ['body'] },
    {
      resultTypes: ['violations'],
      selectors: false,
      ...(only
        ? { runOnly: only }
        : { rules: Object.fromEntries(off.map((id) => [id, { enabled: false }])) }),
    },
  );
  const hasPassed = violations.length === 0;
  Object.assign(globalThis, { judged: hasPassed ? innerHTML : undefined });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any }) => `${id}: ${html} ${any[0]?.message ?? ''}`),
  );
}

interface Axe {
  run(
    context: object,
    options: object,
  ): Promise<{ violations: { id: string; nodes: { html: string; any: { message: string }[] }[] }[] }>;
}
