import { listMargin, listOwnUsage, listUsage, listUserUsage } from '@tollgate/contract';
import * as margin from '../../modules/usage/margin.ts';
import * as usage from '../../modules/usage/usage-data.ts';
import type { Serve } from '../serve.ts';

export function dataRoutes(serve: Serve): void {
  serve(listUsage, usage.list);
  serve(listOwnUsage, usage.listOwn);
  serve(listUserUsage, usage.listByUser);
  serve(listMargin, margin.list);
}
