import type { AssetRef, BuildRef } from '@tollgate/contract';

/**
 * Attaches the stylesheets of a build's first view that its own code did not attach: not every bundler does.
 * @throws when one does not arrive
 */
export async function attachStyles({ preload }: Pick<BuildRef, 'preload'>): Promise<void> {
  const here = new Set(
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].map(({ href }) => href),
  );
  const styles = preload.filter(({ url }) => url.endsWith('.css'));
  await Promise.all(
    styles.filter(({ url }) => !here.has(new URL(url, document.baseURI).href)).map(attachStyle),
  );
}

function attachStyle({ url, integrity }: AssetRef): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.crossOrigin = 'anonymous';
  link.integrity = integrity;
  link.href = url;
  return new Promise((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      const error = new Error(`The stylesheet ${url} did not arrive.`);
      reject(Object.assign(error, { code: 'CSS_CHUNK_LOAD_FAILED' }));
    };
    document.head.append(link);
  });
}
