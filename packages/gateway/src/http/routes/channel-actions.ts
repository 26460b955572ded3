import {
  addChannelKeys,
  copyChannel,
  deleteChannels,
  deleteDisabledChannels,
  disableChannelTag,
  editChannelTag,
  enableChannelTag,
  fetchChannelModels,
  fetchModels,
  getChannelTests,
  listChannelKeys,
  pageChannelTags,
  removeChannelKeys,
  repairChannels,
  setChannelKeys,
  tagChannels,
  testChannel,
  testChannels,
  updateBalance,
  updateBalances,
} from '@tollgate/contract';
import { probe } from '../../relay/probe.ts';
import * as balances from '../../services/channel-balances.ts';
import * as batches from '../../services/channel-batches.ts';
import * as keyEdits from '../../services/channel-key-edits.ts';
import * as keys from '../../services/channel-key-work.ts';
import * as models from '../../services/channel-models.ts';
import { repair } from '../../services/channel-repair.ts';
import * as tags from '../../services/channel-tags.ts';
import * as round from '../../services/channel-test-round.ts';
import { testOne } from '../../services/channel-tests.ts';
import { errorMessage } from '../language.ts';
import type { Serve } from '../serve.ts';

export function channelActionRoutes(serve: Serve): void {
  serve(copyChannel, batches.copy);
  serve(deleteChannels, batches.removeMany);
  serve(deleteDisabledChannels, batches.removeDisabled);
  serve(repairChannels, repair);
  serve(listChannelKeys, keys.list);
  serve(setChannelKeys, keys.setStatus);
  serve(addChannelKeys, keyEdits.add);
  serve(removeChannelKeys, keyEdits.remove);
  serve(pageChannelTags, tags.page);
  serve(editChannelTag, tags.edit);
  serve(enableChannelTag, tags.enable);
  serve(disableChannelTag, tags.disable);
  serve(tagChannels, tags.give);
  serve(fetchChannelModels, models.fetchStored);
  serve(fetchModels, models.fetchTyped);
  serve(testChannels, (ctx) => round.start(ctx, probe));
  serve(getChannelTests, round.progress);
  serve(updateBalance, balances.update);
  serve(updateBalances, balances.updateAll);
  // The wire has the time beside a failure too, so this one answers both itself.
  serve(testChannel, async (ctx, input) => {
    const { timeMs, error } = await testOne(ctx, input, probe);
    const time = timeMs / 1000;
    if (!error) return { success: true, message: '', time };
    const { code, details } = error;
    const message = errorMessage(code, details, ctx.language);
    return { success: false, message, time, code, details, request_id: ctx.requestId };
  });
}
