import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { getBuild, Output, Parsed } from '@tollgate/contract';
import type { CallContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import * as builds from './repository/area-builds.ts';

/**
 * Returns a build with its signature, so that another console can check that it is the same.
 *
 * @throws {AppError} `area_build_unknown`, also for bundled builds, which have no signature
 */
export async function download(
  ctx: CallContext,
  { id, build_id }: Parsed<typeof getBuild>,
): Promise<Output<typeof getBuild>> {
  const build = await builds.find(ctx.db, { area_id: id, build_id });
  if (!build) throw new AppError('area_build_unknown', { build: build_id });
  const { manifest, signature, files } = build;
  const packed = files.map(async ({ path, content }) => ({
    path,
    content: (await compressed(content, { level: 9 })).toString('base64'),
  }));
  return { manifest, signature, files: await Promise.all(packed) };
}

const compressed = promisify(gzip) as (body: Buffer, options: { level: number }) => Promise<Buffer>;
