import {
  createLimit,
  deleteLimit,
  getLimitHistory,
  getLimitUsage,
  getSiteLimit,
  listCloseLimits,
  listLimits,
  listLimitsOf,
  listOwnLimits,
  simulateLimit,
  updateLimit,
} from '@tollgate/contract';
import * as usage from '../../modules/limits/limit-usage.ts';
import * as views from '../../modules/limits/limit-views.ts';
import * as limits from '../../modules/limits/limits.ts';
import { simulate } from '../../modules/limits/simulate-limit.ts';
import type { Serve } from '../serve.ts';

export function limitRoutes(serve: Serve): void {
  serve(listLimits, limits.list);
  serve(createLimit, limits.create);
  serve(updateLimit, limits.update);
  serve(deleteLimit, limits.remove);
  serve(getLimitUsage, usage.listWindows);
  serve(listOwnLimits, usage.listOwn);
  serve(getLimitHistory, views.listHistory);
  serve(listCloseLimits, views.listClose);
  serve(listLimitsOf, views.listOf);
  serve(getSiteLimit, views.getSite);
  serve(simulateLimit, simulate);
}
