import {
  getOwnService,
  getService,
  listMargin,
  listOwnSpend,
  listOwnUsage,
  listSpend,
  listUsage,
  listUserUsage,
} from '@tollgate/contract';
import * as summaries from '../../modules/usage/log-summaries.ts';
import * as margin from '../../modules/usage/margin.ts';
import * as spend from '../../modules/usage/spend.ts';
import * as usage from '../../modules/usage/usage-data.ts';
import type { Serve } from '../serve.ts';

export function dataRoutes(serve: Serve): void {
  serve(listUsage, usage.list);
  serve(listOwnUsage, usage.listOwn);
  serve(listUserUsage, usage.listByUser);
  serve(listMargin, margin.list);
  serve(listSpend, spend.list);
  serve(listOwnSpend, spend.listOwn);
  serve(getService, summaries.service);
  serve(getOwnService, summaries.ownService);
}
