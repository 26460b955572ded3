import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';

interface Entry {
  id: string;
  title: string;
  name: string;
  type: 'story' | 'docs';
}

const index = JSON.parse(readFileSync(new URL('./storybook-static/index.json', import.meta.url), 'utf8')) as {
  entries: Record<string, Entry>;
};

/** Every story of the built Storybook. */
export const stories = Object.values(index.entries).filter(({ type }) => type === 'story');

/** How drawing the story ended: `finished` when all is well. */
export async function finalPhase(page: Page): Promise<string | undefined> {
  const read = () => {
    const { __STORYBOOK_PREVIEW__: preview } = globalThis as unknown as {
      __STORYBOOK_PREVIEW__?: { currentRender?: { phase?: string } };
    };
    if (document.body.classList.contains('sb-show-errordisplay')) return 'errored';
    const phase = preview?.currentRender?.phase;
    return phase && ['finished', 'errored', 'aborted'].includes(phase) ? phase : undefined;
  };
  const handle = await page.waitForFunction(read, undefined, { timeout: 20_000 });
  return handle.jsonValue();
}
