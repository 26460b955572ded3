import type { AssetRef, RegistrySnapshot } from '@tollgate/contract';
import { findAreaRoute } from '@tollgate/federation';

/**
 * The shell's page with the registry in it, and with preload tags for the area and the page that the path belongs to.
 * A tag carries the hash that the loader will ask for, or the browser would fetch the file twice.
 */
export function renderPage(html: string, registry: RegistrySnapshot, pathname: string): string {
  const found = findAreaRoute(registry.areas, pathname);
  const active = found?.area.active;
  const ofPage = active?.pages?.[found?.route.path ?? ''] ?? [];
  const files = active ? [active.entry, ...active.preload, ...ofPage] : [];
  // What is being developed has no hash, and changes until it is asked for.
  const hints = files
    .filter(({ integrity }) => integrity !== '')
    .map(preloadTag)
    .join('');
  const data = JSON.stringify(registry).replaceAll('<', '\\u003c');
  const script = `<script type="application/json" id="console-registry">${data}</script>`;
  return html.replace('</head>', () => `${hints}${script}</head>`);
}

/** What is shown until the console has been built. Plain: its policy allows no style. */
export const unbuiltPage = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Tollgate</title></head>
<body><h1>The console has not been built yet</h1>
<p>The gateway is running and its API answers. To build the console, run <code>npm run build</code> in the folder of Tollgate and reload this page.</p>
<p lang="zh">控制台尚未构建。网关和 API 已正常运行。请在 Tollgate 目录执行 <code>npm run build</code>，然后刷新此页面。</p>
</body></html>
`;

function preloadTag({ url, integrity }: AssetRef): string {
  const kind = url.endsWith('.css') ? 'style' : 'script';
  return `<link rel="preload" as="${kind}" crossorigin="anonymous" integrity="${integrity}" href="${url}">`;
}
