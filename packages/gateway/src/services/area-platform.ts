import { type AreaOverride, UserStatus } from '@tollgate/contract';
import { type Viewer, visitor } from '@tollgate/federation';
import * as sessions from '../auth/sessions.ts';
import type { Context } from '../core/context.ts';
import * as builds from '../repositories/area-builds.ts';
import { type AreaCatalog, isSwitchedOff, pinsOf, readCatalog } from './area-catalog.ts';
import { overridesOf } from './area-overrides.ts';

/** Who looks at a page. */
export interface PageViewer extends Pick<Viewer, 'userId' | 'role'> {
  /** What this session loads from development servers; undefined where it may not. */
  overrides?: readonly AreaOverride[] | undefined;
}

/** What the pages of the console ask about areas beyond what lies on disk. */
export interface AreaPlatform {
  /** Whose session this is; a visitor without one. */
  whoIs(sessionSecret: string | undefined): Promise<PageViewer>;
  decisionsFor(
    who: PageViewer,
  ): Promise<
    Pick<AreaCatalog, 'published' | 'rollouts'> &
      Pick<PageViewer, 'overrides'> & { viewer: Viewer; nowMs: number; live: boolean }
  >;
  /** Whether a file of a build may be served. */
  isServed(areaId: string, buildId: string): Promise<boolean>;
  /** A file of a published build. */
  readFile(areaId: string, buildId: string, path: string): Promise<Buffer | undefined>;
  /** Calls whenever decisions changed, here or in another process. */
  onChange(listener: () => void): void;
}

export function areaPlatform(ctx: Context): AreaPlatform {
  return {
    async whoIs(secret) {
      const found = secret ? await sessions.findWithUser(ctx, secret) : undefined;
      if (found?.status !== UserStatus.enabled) return visitor;
      return { userId: found.id, role: found.role, overrides: await overridesOf(ctx, found) };
    },
    async decisionsFor(who) {
      const catalog = await readCatalog(ctx);
      const { published, rollouts } = catalog;
      const { userId, role, overrides } = who;
      return {
        published,
        rollouts,
        viewer: { userId, role, pins: pinsOf(catalog, userId) },
        nowMs: ctx.now(),
        live: userId !== 0,
        overrides,
      };
    },
    isServed: async (areaId, buildId) => !isSwitchedOff(await readCatalog(ctx), areaId, buildId),
    readFile: (area_id, build_id, path) => builds.findFile(ctx.db, { area_id, build_id }, path),
    onChange: (listener) => ctx.revisions.on('areas', listener),
  };
}
