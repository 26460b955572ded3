import {
  applyPrices,
  getModelService,
  listPrices,
  listPriceVersions,
  listPricing,
  listUnpriced,
  pinPrices,
  quotePricing,
  reviewPrices,
  setPrices,
} from '@tollgate/contract';
import * as prices from '../../modules/models/book/prices.ts';
import { serviceOf } from '../../modules/models/model-service.ts';
import { excerpt } from '../../modules/models/price-excerpt.ts';
import * as priceList from '../../modules/models/price-list.ts';
import * as review from '../../modules/models/sources/review.ts';
import type { Serve } from '../serve.ts';

export function pricingRoutes(serve: Serve): void {
  serve(listPricing, priceList.list);
  serve(listPrices, prices.list);
  serve(listPriceVersions, prices.history);
  serve(listUnpriced, prices.listWithoutPrice);
  serve(setPrices, prices.set);
  serve(pinPrices, prices.pin);
  serve(reviewPrices, review.review);
  serve(applyPrices, review.apply);
  serve(quotePricing, excerpt);
  serve(getModelService, serviceOf);
}
