import { expect, test } from '@playwright/test';
import { readLayoutFaults } from './fits.ts';

test.use({ viewport: { width: 390, height: 844 } });

const misfits: Record<string, [html: string, complaint: RegExp]> = {
  'a page that scrolls sideways': ['<div style="width:500px">Wide</div>', /^the page is \d+ px wide$/],
  'a text that is cut without an ellipsis': [
    '<p style="width:60px;overflow:hidden;white-space:nowrap">A name that is much too long</p>',
    /^“A name that is much too long” is cut$/,
  ],
  'a text under another': [
    '<p style="margin:0">Below</p><p style="margin:-20px 0 0;position:relative;background:#fff">Above it</p>',
    /^“Below” is covered by “Above it”/,
  ],
};

for (const [what, [html, complaint]] of Object.entries(misfits))
  test(`${what} is reported`, async ({ page }) => {
    await page.setContent(html);
    expect(await readLayoutFaults(page)).toEqual([expect.stringMatching(complaint)]);
  });

const fits: Record<string, string> = {
  'a text with an ellipsis':
    '<p style="width:60px;overflow:hidden;white-space:nowrap;text-overflow:ellipsis">A name that is too long</p>',
  'a text below a dialog': '<p>Below</p><div style="position:fixed;inset:0;background:#fff">Dialog</div>',
  'a text for screen readers alone':
    '<p>Seen</p><span style="position:absolute;width:1px;height:1px;overflow:hidden">Not seen</span>',
  'a text that is scrolled out of sight':
    '<div style="height:20px;overflow:auto"><p>First</p><p>Second</p></div><p>Next</p>',
};

for (const [what, html] of Object.entries(fits))
  test(`${what} fits`, async ({ page }) => {
    await page.setContent(html);
    expect(await readLayoutFaults(page)).toEqual([]);
  });
