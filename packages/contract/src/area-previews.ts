import * as z from 'zod/mini';
import { areaId, buildId } from './console/index.ts';
import { endpoint } from './endpoint.ts';
import { unixSeconds } from './field-schemas.ts';

const id = areaId().check(z.maxLength(64));

export const startPreview = endpoint({
  address: 'PUT /api/console/areas/:id/preview',
  summary:
    'Gives the user who asks, and no other user, a certain build of an area, for 7 days at most. Answers a page of it.',
  access: 'admin',
  areaRight: 'watch',
  input: z.object({
    id,
    build_id: buildId(),
    hours: z._default(z.int().check(z.minimum(1), z.maximum(168)), 24),
  }),
  output: z.object({ path: z.string(), expires_at: unixSeconds }),
});

export const endPreview = endpoint({
  address: 'DELETE /api/console/areas/:id/preview',
  summary: 'The user who asks gets the area as everybody does again. Pins by root stay.',
  access: 'user',
  input: z.object({ id }),
  output: z.undefined(),
});
