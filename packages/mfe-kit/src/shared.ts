import { fileURLToPath } from 'node:url';

/**
 * What the shell provides and areas use from it: one React, one router, one i18next, one SWR cache, one UI kit. A
 * final slash shares every subpath as a module of its own. A shared module is fetched whole, so each door of the kit is
 * one, fetched only when something asks for it; icons are not here, because an area needs few of a hundred and bundles
 * those. Areas cannot edit this list.
 */
export const SHARED = [
  'react',
  'react/',
  'react-dom',
  'react-dom/',
  'i18next',
  'react-i18next',
  'swr',
  'swr/',
  '@tollgate/ui/core',
  '@tollgate/ui/data',
  '@tollgate/ui/form',
  '@tollgate/ui/router',
  '@tollgate/i18n',
  '@tollgate/api-client',
  '@tollgate/console-sdk',
] as const;

/** The parts of the kit that the shell fetches only when a page asks for them. */
export const LAZY_KIT: readonly (typeof SHARED)[number][] = ['@tollgate/ui/data', '@tollgate/ui/form'];

/** The files of these parts, by their short names. */
export function kitSources(): Record<string, string> {
  return Object.fromEntries(
    LAZY_KIT.map((key) => [key.slice(key.lastIndexOf('/') + 1), fileURLToPath(import.meta.resolve(key))]),
  );
}

interface SharedOption {
  singleton: true;
  requiredVersion: false;
  import?: false;
}

/** The versions are fixed by the catalog of the workspace; comparing them at run time could only refuse what fits. */
export function provideShared(): Record<string, SharedOption> {
  return entries({ singleton: true, requiredVersion: false });
}

/** An area carries no copy: without the shell there is nothing to run in. */
export function consumeShared(): Record<string, SharedOption> {
  return entries({ singleton: true, requiredVersion: false, import: false });
}

export function isShared(packageName: string): boolean {
  return SHARED.some((key) => key.replace(/\/$/, '') === packageName);
}

function entries(option: SharedOption): Record<string, SharedOption> {
  return Object.fromEntries(SHARED.map((key) => [key, { ...option }]));
}
