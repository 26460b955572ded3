import type { AssetRef, BuildRef, Language, RegistrySnapshot } from '@tollgate/contract';
import { findAreaRoute } from '@tollgate/federation';
import type { Builds } from './builds.ts';

/**
 * The shell's page with the registry in it, and with preload tags for the page that the path belongs to, and for the
 * status, which nothing is drawn without. A tag carries the hash that the loader will ask for, or the browser would
 * fetch the file twice. `language` is a guess: texts in a language that the visitor chose in the page come later.
 */
export function renderPage(
  { html, manifest }: NonNullable<Builds['shell']>,
  registry: RegistrySnapshot,
  { pathname, language }: { pathname: string; language: Language },
): string {
  const found = findAreaRoute(registry.areas, pathname);
  const files = found
    ? filesOf(found.area.active, found.route.path, { language, kit: manifest.kit ?? {} })
    : (manifest.pages?.[trimSlash(pathname)] ?? []);
  // What is being developed has no hash, and changes until it is asked for.
  const hints = files
    .filter(({ integrity }) => integrity !== '')
    .map(preloadTag)
    .join('');
  const data = JSON.stringify(registry).replaceAll('<', '\\u003c');
  const script = `<script type="application/json" id="console-registry">${data}</script>`;
  return html.replace('</head>', () => `${STATUS}${hints}${script}</head>`);
}

/** Whether the shell or an area has a page at a path. Monitors would take another answer than 404 for a sign of life. */
export function isConsolePage(
  { manifest }: NonNullable<Builds['shell']>,
  registry: RegistrySnapshot,
  pathname: string,
): boolean {
  // A shell that does not list its pages may have one anywhere.
  if (pathname === '/' || !manifest.pages) return true;
  return Object.hasOwn(manifest.pages, trimSlash(pathname)) || !!findAreaRoute(registry.areas, pathname);
}

function trimSlash(pathname: string): string {
  return pathname.replace(/(?<=.)\/$/, '');
}

/** What is shown until the console has been built. Plain: its policy allows no style. */
export const unbuiltPage = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Tollgate</title></head>
<body><h1>The console has not been built yet</h1>
<p>The gateway is running and its API answers. To build the console, run <code>npm run build</code> in the folder of Tollgate and reload this page.</p>
<p lang="zh">控制台尚未构建。网关和 API 已正常运行。请在 Tollgate 目录执行 <code>npm run build</code>，然后刷新此页面。</p>
</body></html>
`;

/** Each file once: parts of the kit have some in common. */
function filesOf(
  build: BuildRef | null,
  route: string,
  { language, kit }: { language: Language; kit: Readonly<Record<string, AssetRef[]>> },
): AssetRef[] {
  if (!build) return [];
  const ofKit = (build.kit?.[route] ?? []).flatMap((part) => kit[part] ?? []);
  const files = [
    build.entry,
    ...build.preload,
    build.i18n[language],
    ...(build.pages?.[route] ?? []),
    ...ofKit,
  ];
  return [...new Map(files.map((file) => [file.url, file])).values()];
}

/** As the console asks for it: with what belongs to its own origin. */
const STATUS = '<link rel="preload" as="fetch" crossorigin="anonymous" href="/api/status">';

function preloadTag({ url, integrity }: AssetRef): string {
  const kind = url.endsWith('.css') ? 'style' : 'script';
  return `<link rel="preload" as="${kind}" crossorigin="anonymous" integrity="${integrity}" href="${url}">`;
}
