import { type getFirstSteps, type Output, Role } from '@tollgate/contract';
import type { CallContext } from '../../../core/context.ts';
import * as channels from '../../channels/repository/channels.ts';
import { callerOf } from '../../shared/caller.ts';
import * as tokens from '../../tokens/repository/tokens.ts';
import * as self from './self.ts';

/** Returns which first steps the caller has taken. */
export async function get(ctx: CallContext): Promise<Output<typeof getFirstSteps>> {
  const { id, role } = callerOf(ctx);
  const [{ request_count }, ownTokens] = await Promise.all([self.get(ctx), tokens.countOwn(ctx.db, id, {})]);
  const steps = { token: ownTokens > 0, request: request_count > 0 };
  if (role < Role.admin) return steps;
  const { channel, tested } = await channels.findFirstSteps(ctx.db);
  return { ...steps, channel, tested: tested || steps.request }; // a call shows as much as a test
}
