import { getSetup, submitSetup } from '@tollgate/contract';
import * as setup from '../../modules/identity/entry/setup.ts';
import type { Serve } from '../serve.ts';

export function setupRoutes(serve: Serve): void {
  serve(getSetup, (ctx, _, caller) => setup.get(ctx, caller));
  serve(submitSetup, (ctx, input, { local }) => setup.submit(ctx, input, local));
}
