import { type AreaModule, defineArea, LazyPage } from '@tollgate/console-sdk';
import type { BuildRef, ResolvedArea, RouteAccess } from '@tollgate/contract';
import { pickTexts } from '../texts.ts';
import { areaFolder } from '../workspace.ts';
import type { ContractSubject } from './subject.ts';

/** Ways in which a build of an area fails to load, and the report of each. */
export const loadFaults = {
  'gets a 404 response': { throws: lost, entryStatus: 404, report: 'http' },
  'gets a 500 response': { throws: lost, entryStatus: 500, report: 'http' },
  'gets no response': { throws: lost, entryStatus: 0, report: 'network' },
  'has a wrong hash': { throws: lost, entryStatus: 200, report: 'integrity' },
  hangs: { entryStatus: 0, report: 'timeout' },
  'throws while its code runs': {
    throws: () => new TypeError('x is undefined'),
    entryStatus: 200,
    report: 'evaluation',
  },
  'throws while it renders': { entryStatus: 200, report: 'crash' },
  'loses a script of the page': {
    page: () => fail({ name: 'ChunkLoadError' }),
    entryStatus: 200,
    report: 'chunk',
  },
  'loses a stylesheet of the page': {
    page: () => fail({ code: 'CSS_CHUNK_LOAD_FAILED' }),
    entryStatus: 200,
    report: 'chunk',
  },
  'waits for a file of the page': { page: () => new Promise(() => {}), entryStatus: 200, report: 'timeout' },
  'lacks the page': { routes: [], entryStatus: 200, report: 'contract' },
} satisfies Record<string, LoadFault>;

export interface LoadFault {
  throws?: () => Error;
  /** Loads the code of every page. */
  page?: () => Promise<never>;
  routes?: [];
  entryStatus: number;
  report: string;
}

/** Loading a file of a page ends in such an error. */
function fail(kind: object): Promise<never> {
  return Promise.reject(Object.assign(new Error('Loading chunk 7 failed.'), kind));
}

/** The error of the federation runtime, whatever the cause. */
function lost(): Error {
  return new Error('[ Federation Runtime ]: Failed to load script resources. #RUNTIME-008');
}

/** Returns the page with the longest address, as in a bookmark. Public pages may redirect. */
export function deepestRoute({ source }: ContractSubject): { path: string; access: RouteAccess } {
  const routes = source.routes.filter(({ access }) => access !== 'public');
  const [deepest] = (routes.length > 0 ? routes : source.routes).toSorted(
    (a, b) => depth(b.path) - depth(a.path),
  );
  if (!deepest) throw new Error('The area has no page.');
  return deepest;
}

function depth(route: string): number {
  return route.split('/').length + (route.includes('*') ? -9 : 0);
}

/** Returns the loader's result for such a build. */
export function broken({ area }: ContractSubject, fault: LoadFault): Promise<AreaModule> {
  if (fault.throws) return Promise.reject(fault.throws());
  if (fault.routes) return Promise.resolve(defineArea({ ...area, routes: fault.routes }));
  const { page } = fault;
  if (!page && fault.report === 'timeout') return new Promise(() => {});
  const element = page ? <LazyPage load={page} /> : <Broken />;
  const routes = area.routes.map(({ path: at }) => ({ path: at, element }));
  return Promise.resolve(defineArea({ ...area, routes }));
}

function Broken(): never {
  throw new Error('This build throws while it renders.');
}

/** Returns the area as in the registry, with that build, and an earlier one to fall back to. */
export function resolved(
  { id, source }: ContractSubject,
  buildId: string,
  earlier: readonly string[] = [],
): ResolvedArea {
  const { owners: _, pages: __, ...contributes } = source;
  return {
    id,
    mounts: [],
    state: 'on',
    active: buildRef(id, buildId),
    fallbacks: earlier.map((one) => buildRef(id, one)),
    revoked: [],
    why: 'stable',
    contributes,
    texts: pickTexts(areaFolder(id), source),
  };
}

function buildRef(id: string, buildId: string): BuildRef {
  const file = { url: `/assets/areas/${id}/${buildId}/entry.js`, integrity: '', bytes: 1 };
  return {
    buildId,
    version: '0.0.0',
    container: `area_${id}__${buildId}`,
    entry: file,
    preload: [],
    i18n: { zh: file, en: file },
  };
}
