import { listPricing, quotePricing } from '@tollgate/contract';
import { excerpt } from '../../modules/models/price-excerpt.ts';
import * as priceList from '../../modules/models/price-list.ts';
import type { Serve } from '../serve.ts';

export function pricingRoutes(serve: Serve): void {
  serve(listPricing, priceList.list);
  serve(quotePricing, excerpt);
}
