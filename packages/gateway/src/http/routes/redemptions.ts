import {
  createRedemptions,
  deleteRedemption,
  getRedemption,
  listRedemptions,
  pageRedemptions,
  searchRedemptions,
  updateRedemption,
} from '@tollgate/contract';
import * as redemptions from '../../modules/billing/redemptions.ts';
import type { Serve } from '../serve.ts';

export function redemptionRoutes(serve: Serve): void {
  serve(listRedemptions, redemptions.list);
  serve(searchRedemptions, redemptions.search);
  serve(pageRedemptions, redemptions.page);
  serve(getRedemption, redemptions.get);
  serve(createRedemptions, redemptions.create);
  serve(updateRedemption, redemptions.update);
  serve(deleteRedemption, redemptions.remove);
}
