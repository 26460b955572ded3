import path from 'node:path';
import type { AreaModule } from '@tollgate/console-sdk';
import { type AreaSource, hostApi, type Language } from '@tollgate/contract';
import { areaFolder, readJson, readPackage } from '../workspace.ts';

/** The area under test. */
export interface ContractSubject {
  /** `logs` for the folder `mfe-logs`. */
  id: string;
  /** `src/area.tsx`. */
  area: AreaModule;
  /** The folder of an area in a repository of its own: `path.resolve(import.meta.dirname, '..')`. */
  root?: string;
  /** `src/area.manifest.ts`. */
  source: AreaSource;
  /** Values for `:name` parts of paths for which 7 is invalid. */
  params?: Readonly<Record<string, string>>;
}

/** Returns the lowest host API that the area supports, as a range: `tollgate.hostApi` of its package.json. */
export function declaredHostApi(id: string): string {
  const [major, minor] = hostApi.split('.');
  return readPackage(areaFolder(id)).tollgate?.hostApi ?? `^${major}.${minor}`;
}

/** Returns an example path of a pattern: `/channel/edit/:id` becomes `/channel/edit/7`. */
export function addressOf(pattern: string, params: Readonly<Record<string, string>> = {}): string {
  return pattern
    .replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? '7'))
    .replace(/\*$/, 'anything');
}

export interface Texts {
  [key: string]: string | Texts;
}

export function readTexts(id: string, language: Language): Texts {
  return readJson<Texts>(path.join(areaFolder(id), 'src/i18n', `${language}.json`));
}
