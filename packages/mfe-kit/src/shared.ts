import { fileURLToPath } from 'node:url';
import type { Rspack, rspack } from '@rsbuild/core';

/**
 * The parts of `@tollgate/ui/data` and `@tollgate/ui/form`. Sources import from these two, and the build of a page
 * asks for the parts that it uses; see kit-parts.ts.
 */
export const KIT_PARTS = [
  '@tollgate/ui/parts/arco-data',
  '@tollgate/ui/parts/arco-form',
  '@tollgate/ui/parts/charts',
  '@tollgate/ui/parts/choices',
  '@tollgate/ui/parts/dialogs',
  '@tollgate/ui/parts/fields',
  '@tollgate/ui/parts/panels',
  '@tollgate/ui/parts/sliders',
  '@tollgate/ui/parts/table',
  '@tollgate/ui/parts/times',
] as const;

/**
 * Modules that the shell shares with areas: one React, one router, one i18next, one SWR cache, one UI kit. A
 * final slash shares every subpath as a separate module. A shared module is fetched whole, so each entry
 * point of the kit is separate and fetched on demand. Icons are not shared: an area bundles the few that it
 * needs of a hundred. Areas cannot edit this list.
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
  '@tollgate/ui/brand',
  '@tollgate/ui/core',
  '@tollgate/ui/data',
  '@tollgate/ui/form',
  ...KIT_PARTS,
  '@tollgate/ui/router',
  '@tollgate/ui/snippets',
  '@tollgate/i18n',
  '@tollgate/api-client',
  '@tollgate/console-sdk',
] as const;

/** The parts of the kit that the shell fetches only when a page needs them. */
export const LAZY_KIT: readonly (typeof SHARED)[number][] = [
  '@tollgate/ui/brand',
  '@tollgate/ui/data',
  '@tollgate/ui/form',
  ...KIT_PARTS,
  '@tollgate/ui/snippets',
];

/** Returns the files of these parts, by short name. */
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

/**
 * Offers the shell's modules to areas. The shell imports them as any other module: no area provides them, and what comes
 * from the share scope has to be in a file of its own.
 */
export function shareWithAreas({ sharing }: typeof rspack): Rspack.RspackPluginInstance {
  return new sharing.ProvideSharedPlugin({
    shareScope: 'default',
    enhanced: true,
    provides: Object.fromEntries(
      SHARED.map((key) => [key, { shareKey: key, singleton: true, requiredVersion: false as const }]),
    ),
  });
}

/** The workspace catalog fixes the versions; comparing them at run time could only reject fitting ones. */
export function provideShared(): Record<string, SharedOption> {
  return entries({ singleton: true, requiredVersion: false });
}

/** An area bundles no copy: it cannot run without the shell. */
export function consumeShared(): Record<string, SharedOption> {
  return entries({ singleton: true, requiredVersion: false, import: false });
}

export function isShared(packageName: string): boolean {
  return SHARED.some((key) => key.replace(/\/$/, '') === packageName);
}

function entries(option: SharedOption): Record<string, SharedOption> {
  return Object.fromEntries(SHARED.map((key) => [key, { ...option }]));
}
