/** A package that teams with an area in a repository of their own install. */
export interface SdkPackage {
  /** Folder in `packages/`. */
  folder: string;
  name: string;
  description: string;
}

/** Dependencies first. */
export const SDK_PACKAGES: readonly SdkPackage[] = [
  pack('contract', 'Endpoints, errors and the area manifest of a Tollgate console, as values'),
  pack('federation', 'Which build of an area a user gets, and what a build must fulfill'),
  pack('i18n', 'Languages, formats and common texts of a Tollgate console'),
  pack('design-tokens', 'Colors, sizes and spaces of a Tollgate console'),
  pack('ui', 'The component kit of a Tollgate console'),
  pack('api-client', 'Typed calls and cached reads of the console API'),
  pack('console-sdk', 'What an area may use of a Tollgate console at run time'),
  pack('area-cli', 'Publishing builds of areas and deciding who gets them'),
  { ...pack('mfe-kit', 'How an area is built, tested, checked and shipped'), name: '@tollgate/area-kit' },
  pack('create-area', 'Writes an area of a Tollgate console into a repository of its own'),
];

function pack(folder: string, description: string): SdkPackage {
  return { folder, name: `@tollgate/${folder}`, description };
}

/** The console provides them: an area and all packages must mean the same copy. */
export const PEERS: ReadonlySet<string> = new Set([
  'react',
  'react-dom',
  'react-i18next',
  'i18next',
  'swr',
  'vitest',
]);

/** The name in the repository and the published one. */
export function publishedNames(text: string): string {
  return text.replaceAll('@tollgate/mfe-kit', '@tollgate/area-kit');
}
