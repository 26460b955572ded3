import { publishBuild } from '@tollgate/contract';
import { onTestFinished } from 'vitest';
import { registerConsole } from '../http/page.ts';
import { areaPlatform } from '../modules/areas/area-platform.ts';
import { buildTestApp, type TestApp } from './app.ts';
import {
  makeAreaBuild,
  makeConsoleFolder,
  makePublisher,
  type Publisher,
  publishRequest,
} from './area-builds.ts';
import type { FreshDatabase } from './databases.ts';

/** Builds of the area `logs`: one bundled with the gateway, and two published to it. */
export const BUNDLED = 'aaaaaaaaaa';
export const ONE = '1111111111';
export const TWO = '2222222222';

/** A gateway with its console, with a bundled and two published builds of one area, and the publisher of the latter. */
export async function openAreaConsole({
  pages,
  environment = {},
  ...options
}: {
  now?: () => number;
  database?: FreshDatabase;
  pages?: Record<string, never[]>;
  environment?: Record<string, string>;
} = {}): Promise<{ app: TestApp; publisher: Publisher }> {
  const folder = makeConsoleFolder([makeAreaBuild(BUNDLED)], pages);
  const app = await buildTestApp({
    ...options,
    environment: { CONSOLE_DIR: folder, ...environment },
    console: (server, ctx) =>
      registerConsole(server, { root: folder, now: ctx.now, platform: areaPlatform(ctx) }),
  });
  onTestFinished(() => app.close());
  const publisher = await makePublisher(app);
  for (const build of [ONE, TWO])
    await app.as('visitor').get(publishBuild, publishRequest(makeAreaBuild(build), publisher));
  return { app, publisher };
}
