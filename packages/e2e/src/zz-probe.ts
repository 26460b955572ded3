import { readFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { openLook } from './page-checks.ts';

const site = JSON.parse(readFileSync('/tmp/console-site.json', 'utf8'));
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium' });
const page = await openLook(browser, site.url, { language: 'en', theme: 'light', width: 1280 }, site);
await page.goto('/setting?tab=areas&area=user');
await page.getByRole('button', { name: 'Add user', exact: true }).click();
await page.getByRole('dialog').last().getByRole('combobox').waitFor();
await page.waitForTimeout(500);
console.log(
  await page.evaluate(() => {
    const input = [...document.querySelectorAll('.arco-select-view-input')].at(-1)!;
    const out = [];
    for (let e: Element | null = input; e && !e.matches('.arco-form-item'); e = e.parentElement) {
      const r = e.getBoundingClientRect();
      out.push(
        `${e.tagName}.${e.className} ${e.getAttribute('role')} ${e.getAttribute('tabindex')} ${Math.round(r.width)}x${Math.round(r.height)}`,
      );
    }
    return out.join('\n') + input.closest('.arco-select')!.outerHTML;
  }),
);
await browser.close();
