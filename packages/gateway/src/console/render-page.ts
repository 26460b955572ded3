import {
  type AssetRef,
  type BuildRef,
  inLanguage,
  type Language,
  type RegistrySnapshot,
} from '@tollgate/contract';
import { abridge, findAreaRoute, findRetired, placeAtMirror } from '@tollgate/federation';
import type { Builds } from './builds.ts';

/**
 * The shell's page with the abridged registry, the status, which every page needs first, and preload tags for the page
 * of the path. Without a status there is a tag for its request. A tag has the integrity hash that the loader uses, or the browser would fetch the
 * file twice. `language` is a guess: if the visitor chose another one in the page, its texts load later.
 */
export function renderPage(
  { html, manifest }: NonNullable<Builds['shell']>,
  registry: RegistrySnapshot,
  { pathname, language, status }: { pathname: string; language: Language; status?: object | undefined },
): string {
  const found = findAreaRoute(registry.areas, pathname);
  const files = found
    ? filesOf(placed(found.area.active, registry), found.route.path, { language, kit: manifest.kit ?? {} })
    : (manifest.pages?.[trimSlash(pathname)] ?? []);
  // Files from a development server have no hash and may change before they are requested.
  const hints = files
    .filter(({ integrity }) => integrity !== '')
    .map((file) => preloadTag(file, found?.area.active?.contract === 2))
    .join('');
  const data = dataTag('console-registry', abridge(registry, found?.area.id));
  const site = status ? dataTag('console-status', status) : STATUS;
  return html.replace('</head>', () => `${site}${hints}${data}</head>`);
}

/** Whether the shell or an area has a page at a path. Monitors take any status but 404 for success. */
export function isConsolePage(
  { manifest }: NonNullable<Builds['shell']>,
  registry: RegistrySnapshot,
  pathname: string,
): boolean {
  // A shell without a list of pages may have one at any path.
  if (pathname === '/' || !manifest.pages) return true;
  const isPage =
    Object.hasOwn(manifest.pages, trimSlash(pathname)) || !!findAreaRoute(registry.areas, pathname);
  return isPage || !!findRetired(registry.retired ?? [], pathname);
}

function trimSlash(pathname: string): string {
  return pathname.replace(/(?<=.)\/$/, '');
}

/** Shown until the console is built. Without styles, which its policy forbids. */
export const unbuiltPage = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Tollgate</title></head>
<body><h1>The console hasn't been built yet</h1>
<p>The gateway is running and its API answers. To build the console, run <code>npm run build</code> in the Tollgate folder and reload this page.</p>
<p lang="zh">控制台尚未构建。网关和 API 已正常运行。请在 Tollgate 目录执行 <code>npm run build</code>，然后刷新此页面。</p>
</body></html>
`;

function placed(build: BuildRef | null, { mirror }: RegistrySnapshot): BuildRef | null {
  return build && mirror ? placeAtMirror(build, mirror) : build;
}

/** Lists each file once: parts of the kit share some. */
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
    ...(build.i18n ? [inLanguage(build.i18n, language)] : []),
    ...(build.pages?.[route] ?? []),
    ...ofKit,
  ];
  return [...new Map(files.map((file) => [file.url, file])).values()];
}

function dataTag(id: string, data: object): string {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="${id}">${json}</script>`;
}

/** The same request as the console sends: with credentials for its own origin. */
const STATUS = '<link rel="preload" as="fetch" crossorigin="anonymous" href="/api/status">';

function preloadTag({ url, integrity }: AssetRef, isModule: boolean): string {
  const isStyle = url.endsWith('.css');
  const kind =
    isModule && !isStyle ? 'rel="modulepreload"' : `rel="preload" as="${isStyle ? 'style' : 'script'}"`;
  return `<link ${kind} crossorigin="anonymous" integrity="${integrity}" href="${url}">`;
}
