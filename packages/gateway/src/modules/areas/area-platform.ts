import { type AreaOverride, Role, UserStatus } from '@tollgate/contract';
import { isInAudience, type Viewer, visitor } from '@tollgate/federation';
import type { Context } from '../../core/context.ts';
import * as sessions from '../identity/credentials/sessions.ts';
import { type AreaCatalog, isSwitchedOff, nameOf, pinsOf, readCatalog } from './area-catalog.ts';
import { overridesOf } from './area-overrides.ts';
import * as builds from './repository/area-builds.ts';
import { type SdkArchive, sdkArchive } from './sdk-archive.ts';

/** The viewer of a page. */
export interface PageViewer extends Pick<Viewer, 'userId' | 'role'> {
  /** What this session loads from development servers; undefined when it may not. */
  overrides?: readonly AreaOverride[] | undefined;
}

/** What the pages of the console need to know about areas beyond the files on disk. */
export interface AreaPlatform {
  /** Returns the viewer of a session; a visitor without one. */
  identify(sessionSecret: string | undefined): Promise<PageViewer>;
  decisionsFor(
    who: PageViewer,
  ): Promise<
    Pick<AreaCatalog, 'published' | 'rollouts' | 'retired'> &
      Pick<PageViewer, 'overrides'> & { viewer: Viewer; nowMs: number; live: boolean }
  >;
  /** The areas that a viewer may watch. */
  watchedBy(viewer: PageViewer): Promise<'all' | readonly string[]>;
  /** Whether files of a build may be served: not those of builds that were switched off. */
  isServed(areaId: string, buildId: string): Promise<boolean>;
  /** Whether all users were given a published build at some time: then its files are not secret. */
  isReleased(areaId: string, buildId: string): Promise<boolean>;
  /** Whether a viewer was given a published build by a canary or a pin, or may decide about builds. */
  isGivenTo(viewer: PageViewer, areaId: string, buildId: string): Promise<boolean>;
  /** A file of a published build. */
  readFile(areaId: string, buildId: string, path: string): Promise<Buffer | undefined>;
  /** Packages for areas of earlier versions of the gateway. */
  readonly sdk: SdkArchive;
  /** Calls the listener when decisions change, here or in another process. */
  onChange(listener: () => void): void;
  /** Calls the listener when the inbox of a user changes, or without one those of any. */
  onNotification(listener: (userId: number | undefined) => void): void;
}

export function areaPlatform(ctx: Context): AreaPlatform {
  return {
    async identify(secret) {
      const found = secret ? await sessions.findWithUser(ctx, secret) : undefined;
      if (found?.status !== UserStatus.enabled) return visitor;
      return { userId: found.id, role: found.role, overrides: await overridesOf(ctx, found) };
    },
    async decisionsFor(who) {
      const catalog = await readCatalog(ctx);
      const { published, rollouts, retired } = catalog;
      const { userId, role, overrides } = who;
      return {
        published,
        rollouts,
        retired,
        viewer: { userId, role, pins: pinsOf(catalog, userId) },
        nowMs: ctx.now(),
        live: userId !== 0,
        overrides,
      };
    },
    watchedBy: async ({ userId, role }) =>
      role >= Role.admin ? 'all' : ((await readCatalog(ctx)).watched.get(userId) ?? []),
    isServed: async (areaId, buildId) => !isSwitchedOff(await readCatalog(ctx), areaId, buildId),
    isReleased: async (area_id, build_id) =>
      (await readCatalog(ctx)).released.has(nameOf({ area_id, build_id })),
    async isGivenTo(viewer, area_id, build_id) {
      if (viewer.role >= Role.root) return true;
      const audiences = (await readCatalog(ctx)).audiences.get(nameOf({ area_id, build_id })) ?? [];
      return audiences.some((audience) => isInAudience(audience, viewer, area_id));
    },
    readFile: (area_id, build_id, path) => builds.findFile(ctx.db, { area_id, build_id }, path),
    sdk: sdkArchive(ctx),
    onChange: (listener) => ctx.revisions.on('areas', listener),
    onNotification: (listener) => ctx.revisions.on('notifications', listener),
  };
}
