import * as z from 'zod/mini';
import { areaId } from './console/index.ts';
import { endpoint } from './endpoint.ts';
import { unixSeconds } from './field-schemas.ts';

const id = areaId().check(z.maxLength(64));

export const grantOverride = endpoint({
  address: 'PUT /api/console/areas/:id/override',
  summary:
    'Lets the session that asks, and no other, load an area from a development server on the machine of its browser. Only where the operator allows it; for 8 hours at most.',
  access: 'admin',
  input: z.object({
    id,
    /** A loopback address on the browser's machine: `http://127.0.0.1:3104`. */
    origin: z.string().check(
      z.maxLength(64),
      z.regex(/^http:\/\/(?:127\.0\.0\.1|localhost):[1-9]\d{0,4}$/),
      z.refine((origin) => Number(origin.split(':')[2]) < 65_536),
    ),
    minutes: z._default(z.int().check(z.minimum(1), z.maximum(480)), 60),
  }),
  output: z.object({ origin: z.string(), expires_at: unixSeconds }),
});

export const endOverride = endpoint({
  address: 'DELETE /api/console/areas/:id/override',
  summary: 'The session that asks gets the area as everybody does again.',
  access: 'admin',
  input: z.object({ id }),
  output: z.undefined(),
});
