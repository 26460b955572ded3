import type { Page, Route } from '@playwright/test';
import type { BuildRef } from '@tollgate/contract';
import type { AreaId } from './areas.ts';
import type { ConsoleApi } from './console-api.ts';
import { deriveBuild, throwsAtImport, throwsAtRender } from './derived-build.ts';

/** One fault of one area, in an otherwise healthy page. */
export interface Cell {
  page: Page;
  id: AreaId;
  /** The build served to everybody. */
  build: BuildRef;
  /** As root. */
  api: ConsoleApi;
}

export interface Fault {
  name: string;
  inject(cell: Cell): Promise<unknown>;
  repair(cell: Cell): Promise<unknown>;
  /** The fault occurs while the area is on screen. */
  isOpen?: true;
  /** The user waits until the loader gives up. */
  isSlow?: true;
  /** Heading of the notice. */
  heading: string;
  /** The expected report in addition to the load; none when the gateway itself decided. */
  report?: { type: 'area.failure/v1' | 'area.crash/v1'; class?: string };
  /** Why the gateway served no build. */
  reason?: string;
}

const LOST = "Couldn't load this page";
const THROWS_AT_IMPORT = 'aaaaaaaaa1';
const THROWS_AT_RENDER = 'aaaaaaaaa2';
const WANTS_MORE = 'aaaaaaaaa3';
const ALL_BUILDS = '';

export const faults: readonly Fault[] = [
  { name: 'has a missing entry', ...breakFile('entry', missing), ...reportedAs('http') },
  { name: 'gets a server error', ...breakFile('entry', broken), ...reportedAs('http') },
  { name: 'hangs', isSlow: true, ...breakFile('entry', hanging), ...reportedAs('timeout') },
  { name: 'was tampered with', ...breakFile('entry', tampered), ...reportedAs('integrity') },
  { name: 'is truncated', ...breakFile('entry', truncated), ...reportedAs('integrity') },
  { name: 'has a missing chunk', ...breakFile('chunk', missing), ...reportedAs('chunk') },
  { name: 'throws while its code runs', ...serveBrokenBuild(THROWS_AT_IMPORT), ...reportedAs('evaluation') },
  {
    name: 'throws while it renders',
    ...serveBrokenBuild(THROWS_AT_RENDER),
    heading: LOST,
    report: { type: 'area.crash/v1' },
  },
  {
    name: 'requires another host API',
    ...serveBrokenBuild(WANTS_MORE),
    heading: 'This page needs an update',
    reason: 'HOST_API',
  },
  {
    name: 'is killed while it is open',
    isOpen: true,
    inject: ({ api, id }) => switchOff(api, id, ALL_BUILDS),
    repair: ({ api, id }) => switchOn(api, id, ALL_BUILDS),
    heading: 'This page is turned off',
    reason: 'KILLED',
  },
];

const derived = {
  [THROWS_AT_IMPORT]: { edit: throwsAtImport },
  [THROWS_AT_RENDER]: { edit: throwsAtRender },
  [WANTS_MORE]: { hostApi: '^9.0' },
};

/** Adds broken builds of areas to a console folder, before a product starts from it. */
export function addBrokenBuilds(root: string, ids: readonly AreaId[]): void {
  for (const id of ids)
    for (const [buildId, change] of Object.entries(derived)) deriveBuild(root, id, { buildId, ...change });
}

/** Keeps everybody from the broken builds, even as a fallback, until a test selects them. */
export async function hideBrokenBuilds(api: ConsoleApi, ids: readonly AreaId[]): Promise<void> {
  for (const id of ids) for (const buildId of Object.keys(derived)) await switchOff(api, id, buildId);
}

function reportedAs(name: string): Pick<Fault, 'heading' | 'report'> {
  return { heading: LOST, report: { type: 'area.failure/v1', class: name } };
}

/** Damages or drops a file of the build between gateway and browser. */
function breakFile(
  part: 'entry' | 'chunk',
  damage: (route: Route) => Promise<void>,
): Pick<Fault, 'inject' | 'repair'> {
  const urlOf = ({ build }: Cell) => `**${part === 'entry' ? build.entry.url : build.preload[0]?.url}`;
  return {
    inject: (cell) => cell.page.route(urlOf(cell), damage),
    repair: (cell) => cell.page.unroute(urlOf(cell)),
  };
}

/** Makes the gateway serve a broken build instead of the good one. */
function serveBrokenBuild(buildId: string): Pick<Fault, 'inject' | 'repair'> {
  return {
    async inject({ api, id, build }) {
      await switchOff(api, id, build.buildId);
      await switchOn(api, id, buildId);
    },
    async repair({ api, id, build }) {
      await switchOn(api, id, build.buildId);
      await switchOff(api, id, buildId);
    },
  };
}

function missing(route: Route): Promise<void> {
  return route.fulfill({ status: 404, body: 'Not found' });
}

function broken(route: Route): Promise<void> {
  return route.fulfill({ status: 500, body: 'Internal Server Error' });
}

async function hanging(): Promise<void> {
  // Never responds.
}

async function tampered(route: Route): Promise<void> {
  const response = await route.fetch();
  await route.fulfill({ response, body: `${await response.text()}\n;console.log('tampered')` });
}

async function truncated(route: Route): Promise<void> {
  const response = await route.fetch();
  const body = await response.text();
  await route.fulfill({ response, body: body.slice(0, body.length / 2) });
}

function switchOff(api: ConsoleApi, id: string, build_id: string): Promise<unknown> {
  return api.send('POST', `/api/console/areas/${id}/kill`, { build_id, reason: 'fault matrix' });
}

function switchOn(api: ConsoleApi, id: string, build_id: string): Promise<unknown> {
  return api.send('POST', `/api/console/areas/${id}/revive`, { build_id, reason: 'fault matrix' });
}
