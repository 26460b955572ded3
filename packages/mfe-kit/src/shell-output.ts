import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { RsbuildPlugin, Rspack } from '@rsbuild/core';
import { type AssetRef, hostApi } from '@tollgate/contract';
import { readBom } from './bom.ts';
import { criticalFiles, sharedFiles } from './critical-files.ts';
import { type BuildStats, findPageFiles } from './page-files.ts';
import { kitSources } from './shared.ts';
import { readPackage } from './workspace.ts';

const PREFIX = '/assets/shell/';

/**
 * Writes `shell.manifest.json` with what the gateway must know about this shell: which areas fit, and which
 * files each shell page needs. Adds preload hints for all pages to the HTML, so that a browser requests
 * everything at once instead of in sequence.
 */
export function shellOutput(pages: Readonly<Record<string, string>>): RsbuildPlugin {
  return {
    name: 'tollgate:shell-output',
    setup(api) {
      api.onAfterBuild(({ stats }) => {
        if (!stats || stats.hasErrors()) return;
        const folder = api.context.distPath;
        const { version } = readPackage(api.context.rootPath);
        const critical = criticalFiles(stats as Rspack.Stats);
        const first = [...critical.css, ...critical.js];
        const describeMore = (of: Record<string, string[]>) =>
          Object.fromEntries(
            Object.entries(of).map(([name, files]) => {
              const more = files.filter((file) => !first.includes(file));
              return [name, more.map((file) => describeFile(folder, file))];
            }),
          );
        const manifest = {
          schema: 1,
          version,
          hostApi,
          bom: readBom(api.context.rootPath),
          critical,
          pages: describeMore(findPageFiles(stats as unknown as BuildStats, pages)),
          kit: describeMore(sharedFiles(stats as Rspack.Stats, kitSources())),
        };
        writeFileSync(path.join(folder, 'shell.manifest.json'), `${JSON.stringify(manifest)}\n`);
        addHints(folder, first);
      });
    },
  };
}

function addHints(folder: string, files: readonly string[]): void {
  const page = path.join(folder, 'index.html');
  const html = readFileSync(page, 'utf8');
  // The entry is a script of the page.
  const tags = files.map((file) => describeFile(folder, file)).filter(({ url }) => !html.includes(url));
  writeFileSync(
    page,
    withIcon(html, folder).replace('</head>', () => `${tags.map(hint).join('')}</head>`),
  );
}

/** The icon is smaller than a request for it. */
function withIcon(html: string, folder: string): string {
  const icon = readFileSync(path.join(folder, 'favicon.svg'), 'utf8').trim();
  const href = `href="${PREFIX}favicon.svg"`;
  if (!html.includes(href)) throw new Error('The page of the shell names no icon.');
  return html.replace(href, () => `href="data:image/svg+xml,${encodeURIComponent(icon)}"`);
}

function hint({ url, integrity }: AssetRef): string {
  const kind = url.endsWith('.css') ? 'style' : 'script';
  return `<link rel="preload" as="${kind}" crossorigin="anonymous" integrity="${integrity}" href="${url}">`;
}

function describeFile(folder: string, file: string): AssetRef {
  const content = readFileSync(path.join(folder, file));
  const digest = createHash('sha384').update(content).digest('base64');
  return { url: PREFIX + file, integrity: `sha384-${digest}`, bytes: content.length };
}
