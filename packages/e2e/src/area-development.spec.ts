import type { ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { signInByApi } from './console-api.ts';
import { startDevelopment } from './development-server.ts';
import { expect, type Page, test } from './journey.ts';
import { openLook } from './page-checks.ts';
import { type Product, startProduct } from './product.ts';
import { openSite, root } from './site.ts';

const AREA = 'playground';
test.use({ expectedLines: /^Error: no rows|^This document requires 'Trusted\w+' assignment/ });

const source = path.resolve(import.meta.dirname, `../../../mfe-${AREA}`);
const program = path.resolve(import.meta.dirname, '../../tooling/src/testing/serve-area.ts');
const PAGE = 'src/playground/playground-page.tsx';
const TEXTS = 'src/i18n/en.json';

let product: Product;
let development: ChildProcess;
let origin: string;
let copy: string;

test.beforeAll(async ({ playwright }) => {
  product = await startProduct({ AREA_OVERRIDES: 'true' });
  const request = await playwright.request.newContext();
  await openSite(product, request);
  await request.dispose();
  copy = mkdtempSync(path.join(tmpdir(), 'area-copy-'));
  cpSync(path.join(source, 'src'), path.join(copy, 'src'), { recursive: true });
  cpSync(path.join(source, 'package.json'), path.join(copy, 'package.json'));
  symlinkSync(path.join(source, 'node_modules'), path.join(copy, 'node_modules'));
  ({ origin, development } = await startDevelopment(program, AREA, copy, product.url));
});
test.afterAll(async () => {
  development?.kill('SIGTERM');
  await product?.stop();
  rmSync(copy, { recursive: true, force: true });
});

test('an edit is on screen with what was typed, and errors of build and page name their place', async ({
  browser,
}) => {
  const who = await signInByApi(product.url, root);
  const page = await openLook(browser, product.url, { language: 'en', theme: 'light', width: 1280 }, who);
  await page.goto('/playground');
  await page.evaluate(grant, { id: AREA, origin });
  await page.reload();
  await expect(page.locator(`section[data-area="${AREA}"]`)).toHaveAttribute('data-build', 'dev');

  await message(page).fill('What I was about to ask');
  edit(TEXTS, '"title": "Playground"', '"title": "Playground, edited"');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Playground, edited');
  await expect(message(page)).toHaveValue('What I was about to ask');

  edit(PAGE, 'const isMobile = useIsMobile();', 'const isMobile = ;');
  await expect(page.locator('.sh-override-errors')).toContainText('playground-page.tsx');
  await expect(message(page)).toHaveValue('What I was about to ask');
  edit(
    PAGE,
    'const isMobile = ;',
    "const isMobile = useIsMobile();\n  if (greetingFails) throw new Error('no rows');",
  );
  edit(
    PAGE,
    'export function PlaygroundPage',
    'const greetingFails = true;\n\nexport function PlaygroundPage',
  );
  const failure = page.getByTestId('developed-failure');
  await expect(failure).toContainText('no rows');
  await expect(failure).toContainText(/src\/playground\/playground-page\.tsx:\d+:\d+/);
  await expect(page.locator('.sh-override-errors')).toHaveCount(0);
  for (const width of [390, 768, 1280, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    const box = await failure.boundingBox();
    // Nearly as wide as the content of the page, which a sidebar and the margins leave free.
    expect(box?.width, `at ${width} px`).toBeGreaterThan(Math.min(width - 320, 900));
    expect(box?.width, `at ${width} px`).toBeGreaterThan(320);
    expect((box?.x ?? 0) + (box?.width ?? 0), `at ${width} px`).toBeLessThanOrEqual(width);
  }
  await page.setViewportSize({ width: 1280, height: 900 });

  edit(PAGE, 'const greetingFails = true;', 'const greetingFails = false;');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Playground, edited');
  await page.context().close();
});

const message = (page: Page) => page.getByRole('textbox', { name: 'Message' });

function edit(file: string, before: string, after: string): void {
  const text = readFileSync(path.join(copy, file), 'utf8');
  if (!text.includes(before)) throw new Error(`${file} does not contain ${before}`);
  writeFileSync(path.join(copy, file), text.replace(before, after));
}

/** Runs in the page. The dialog that people use is in area-override.spec.ts. */
async function grant(wanted: { id: string; origin: string }): Promise<void> {
  const response = await fetch(`/api/console/areas/${wanted.id}/override`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', 'new-api-user': '1' },
    body: JSON.stringify({ origin: wanted.origin }),
  });
  const { success, message: why } = (await response.json()) as { success: boolean; message: string };
  if (!success) throw new Error(why);
}
