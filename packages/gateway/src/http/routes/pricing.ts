import { listPricing } from '@tollgate/contract';
import * as priceList from '../../modules/models/price-list.ts';
import type { Serve } from '../serve.ts';

export function pricingRoutes(serve: Serve): void {
  serve(listPricing, priceList.list);
}
