import { listOwnUsage, listUsage, listUserUsage } from '@tollgate/contract';
import * as usage from '../../modules/usage/usage-data.ts';
import type { Serve } from '../serve.ts';

export function dataRoutes(serve: Serve): void {
  serve(listUsage, usage.list);
  serve(listOwnUsage, usage.listOwn);
  serve(listUserUsage, usage.listByUser);
}
