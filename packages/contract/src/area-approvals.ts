import * as z from 'zod/mini';
import { areaId } from './console/index.ts';
import { endpoint } from './endpoint.ts';

const id = areaId().check(z.maxLength(64));

/** The largest share of users that a canary may have without the approval of another person. */
export const UNAPPROVED_PERCENT = 50;

export const setAreaApproval = endpoint({
  address: 'PUT /api/console/areas/:id/approval',
  summary:
    'Says whether promotions of this area need another person: then the first one who promotes a build asks, and the build is given to everybody when another person promotes it too. Canaries end at 50 percent and never name the role of ordinary users.',
  access: 'root',
  input: z.object({ id, needed: z.boolean() }),
  output: z.undefined(),
});

export const declinePromotion = endpoint({
  address: 'DELETE /api/console/areas/:id/promotion',
  summary: 'Declines the promotion that waits for another person, or withdraws it.',
  access: 'root',
  areaRight: 'release',
  input: z.object({ id }),
  output: z.undefined(),
});
