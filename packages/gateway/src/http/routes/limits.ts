import {
  createLimit,
  deleteLimit,
  getLimitUsage,
  listLimits,
  listOwnLimits,
  updateLimit,
} from '@tollgate/contract';
import * as usage from '../../modules/limits/limit-usage.ts';
import * as limits from '../../modules/limits/limits.ts';
import type { Serve } from '../serve.ts';

export function limitRoutes(serve: Serve): void {
  serve(listLimits, limits.list);
  serve(createLimit, limits.create);
  serve(updateLimit, limits.update);
  serve(deleteLimit, limits.remove);
  serve(getLimitUsage, usage.listWindows);
  serve(listOwnLimits, usage.listOwn);
}
