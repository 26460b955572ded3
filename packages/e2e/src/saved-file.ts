import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';

interface SavedFile {
  name: string;
  text: string;
}

/**
 * Runs `press`, which makes the page save a file, and returns the file. Firefox reports no download over WebDriver
 * BiDi: there it is the file as the page hands it to the browser.
 */
export async function saveFile(page: Page, press: () => Promise<unknown>): Promise<SavedFile> {
  if (page.context().browser()?.browserType().name() === 'firefox') return await handedOver(page, press);
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
}

async function handedOver(page: Page, press: () => Promise<unknown>): Promise<SavedFile> {
  await page.evaluate(() => {
    const { createObjectURL } = URL;
    const { click } = HTMLAnchorElement.prototype;
    let content: Blob | undefined;
    URL.createObjectURL = (made) => {
      if (made instanceof Blob) content = made;
      return createObjectURL.call(URL, made);
    };
    HTMLAnchorElement.prototype.click = function () {
      const { download: name } = this;
      if (name) void content?.text().then((text) => Object.assign(globalThis, { savedFile: { name, text } }));
      click.call(this);
    };
  });
  await press();
  const saved = await page.waitForFunction(
    () => (globalThis as unknown as { savedFile?: SavedFile }).savedFile,
  );
  return (await saved.jsonValue()) as SavedFile;
}
