import type { RegistrySnapshot } from '@tollgate/contract';

let origins: readonly string[] | undefined;

/**
 * Origins other than its own from which this page may load code: granted by the gateway when it served the
 * page, and named in its CSP. Read once; a later grant needs a page reload.
 */
export function developedOrigins(): readonly string[] {
  origins ??= read();
  return origins;
}

function read(): string[] {
  const text = globalThis.document?.getElementById('console-registry')?.textContent;
  if (!text) return [];
  const { overrides = [] } = JSON.parse(text) as Pick<RegistrySnapshot, 'overrides'>;
  return overrides.map(({ origin }) => origin);
}
