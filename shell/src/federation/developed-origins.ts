import type { RegistrySnapshot } from '@tollgate/contract';

let origins: readonly string[] | undefined;

/**
 * Where this page may load code from besides its own server: what the gateway granted when it made the page, whose
 * policy names the same. Read once; what is granted later needs a page of its own.
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
