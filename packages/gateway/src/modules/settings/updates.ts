import type { UpdateCheck } from '@tollgate/contract';
import type * as Semver from 'semver';
import * as z from 'zod';
import type { CallContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { version } from './version.ts';

/**
 * Reads the release feed: one release, or a list of them, as GitHub and Gitea answer (`tag_name`, `body`, `html_url`).
 * Drafts and pre-releases do not count.
 * @throws {AppError} `update_feed_missing`, `update_check_failed`
 */
export async function check(ctx: CallContext): Promise<UpdateCheck> {
  const url = ctx.options.current.UpdateFeedUrl;
  if (url === '') throw new AppError('update_feed_missing');
  try {
    const semver = await import('semver'); // rarely needed
    const { tag_name, body, html_url } = newest(await ask(ctx, url), semver);
    return {
      current: version,
      latest: tag_name,
      is_newer: semver.gt(tag_name, version),
      notes: body.slice(0, MAX_NOTES),
      link: html_url,
    };
  } catch (cause) {
    ctx.log.warn({ err: cause, request_id: ctx.requestId }, 'The release feed could not be read');
    throw new AppError('update_check_failed', {}, { cause });
  }
}

async function ask(ctx: CallContext, url: string): Promise<unknown> {
  const { status, json } = await ctx.outbound.request('update', url, {
    headers: { accept: 'application/json', 'user-agent': 'tollgate' }, // GitHub refuses requests without a user agent
    timeoutMs: TIMEOUT_MS,
  });
  if (status !== 200) throw new Error(`The release feed answered with status ${status}.`);
  return json;
}

/** @throws {Error} when there is no release */
function newest(answer: unknown, { valid, rcompare }: Pick<typeof Semver, 'valid' | 'rcompare'>): Release {
  const releases = feedSchema.parse(answer);
  const [first] = releases
    .filter(({ draft, prerelease, tag_name }) => !draft && !prerelease && valid(tag_name) !== null)
    .sort((a, b) => rcompare(a.tag_name, b.tag_name));
  if (!first) throw new Error('There is no release in the feed.');
  return first;
}

const TIMEOUT_MS = 10_000;
/** Characters; a settings page shows no more. */
const MAX_NOTES = 20_000;

const releaseSchema = z.object({
  tag_name: z.string().max(100),
  body: z
    .string()
    .nullish()
    .transform((text) => text ?? ''),
  html_url: z.url({ protocol: /^https?$/ }).catch(''),
  draft: z.boolean().catch(false),
  prerelease: z.boolean().catch(false),
});
type Release = z.output<typeof releaseSchema>;

const feedSchema = z.union([z.array(releaseSchema), releaseSchema.transform((release) => [release])]);
