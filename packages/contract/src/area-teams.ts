import * as z from 'zod/mini';
import { areaId, buildId } from './console/index.ts';
import { linkSpec } from './console/manifest.ts';
import { consolePath, retiredAddress } from './console/registry.ts';
import { endpoint } from './endpoint.ts';

// Apart from `areas.ts`, which every page of the console loads to report how areas do.

const id = areaId().check(z.maxLength(64));
const reason = z.string().check(z.trim(), z.minLength(3), z.maxLength(500));

export const getBuild = endpoint({
  address: 'GET /api/console/areas/:id/builds/:build_id',
  summary: 'A published build as it was signed, to publish it at another console.',
  access: 'admin',
  areaRight: 'watch',
  input: z.object({ id, build_id: buildId() }),
  output: z.object({
    manifest: z.string(),
    signature: z.string(),
    /** Gzip-compressed and base64-encoded, as they are published. */
    files: z.array(z.object({ path: z.string(), content: z.string() })),
  }),
});

export const listAreaNames = endpoint({
  address: 'GET /api/console/areas/names',
  summary:
    'What areas can use of each other: links, extension points and events of the builds that everybody gets.',
  access: 'admin',
  areaRight: 'watch',
  input: z.object({}),
  output: z.array(
    z.object({
      id: z.string(),
      links: z.record(z.string(), linkSpec()),
      provides: z.array(z.string()),
      emits: z.array(z.string()),
    }),
  ),
});

export const retireArea = endpoint({
  address: 'POST /api/console/areas/:id/retire',
  summary:
    'Takes a published area out of the console. No user gets it any more; its addresses lead to other pages, or say that the page is gone. Its builds are deleted after 30 days; until then a rollback brings it back. Answers what other areas miss now, one sentence each.',
  access: 'root',
  areaRight: 'release',
  input: z.object({
    id,
    /** Where all of its addresses lead. Empty: nowhere. */
    to: z._default(z.union([z.literal(''), consolePath()]), ''),
    /** Where single routes lead: `{ '/bill/:id': '/invoice/:id' }`. */
    redirects: z._default(z.record(z.string(), consolePath()), {}),
    reason,
  }),
  output: z.object({ addresses: z.array(retiredAddress()), missed: z.array(z.string()) }),
});
