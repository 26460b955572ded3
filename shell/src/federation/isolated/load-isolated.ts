import type { IsolatedArea } from '@tollgate/console-sdk';
import type { AssetRef, BuildRef } from '@tollgate/contract';
import { ContractFailure } from '@tollgate/federation';
import { allowedScript } from '../trusted-types.ts';

/**
 * Loads the entry of a build of contract 2. An import has no place for a hash, so each module is first fetched by a
 * link that has one. Imports then find it in the page; what no link brought is refused by the page's Integrity-Policy.
 *
 * @throws an error with `lostFile` when a file does not arrive or has another hash
 * @throws {ContractFailure} when the entry is no area of contract 2
 */
export async function loadIsolated(build: BuildRef): Promise<IsolatedArea> {
  const modules = [build.entry, ...build.preload.filter(({ url }) => url.endsWith('.js'))];
  await Promise.all(modules.map(fetchModule));
  const address = new URL(build.entry.url, document.baseURI).href;
  const exported = (await import(/* webpackIgnore: true */ address)) as Partial<IsolatedArea>;
  if (isIsolatedArea(exported)) return exported;
  throw new ContractFailure(`${build.container} exports no area of contract 2.`);
}

function isIsolatedArea(exported: Partial<IsolatedArea>): exported is IsolatedArea {
  const { routes, mount, unmount } = exported;
  return Array.isArray(routes) && typeof mount === 'function' && typeof unmount === 'function';
}

function fetchModule({ url, integrity }: AssetRef): Promise<void> {
  // Trusted Types do not guard imports.
  if (!integrity || allowedScript(url, document.baseURI) === null)
    throw new ContractFailure(`${url} has no hash, or is no script of an area.`);
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.crossOrigin = 'anonymous';
  link.integrity = integrity;
  link.href = url;
  return new Promise<void>((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => reject(Object.assign(new Error(`${url} did not arrive.`), { lostFile: url }));
    document.head.append(link);
  }).finally(() => link.remove());
}
