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
  stopChannelTests,
  tagChannels,
  testChannel,
  testChannels,
  updateBalance,
  updateBalances,
} from '@tollgate/contract';
import * as batches from '../../modules/channels/channel-batches.ts';
import { repair } from '../../modules/channels/channel-repair.ts';
import * as tags from '../../modules/channels/channel-tags.ts';
import * as round from '../../modules/channels/health/channel-test-round.ts';
import { testOne } from '../../modules/channels/health/channel-tests.ts';
import * as keyEdits from '../../modules/channels/keys/channel-key-edits.ts';
import * as keys from '../../modules/channels/keys/channel-key-work.ts';
import * as balances from '../../modules/channels/providers/channel-balances.ts';
import * as models from '../../modules/channels/providers/channel-models.ts';
import { probe } from '../../relay/upstream/probe.ts';
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
  serve(stopChannelTests, round.stop);
  serve(getChannelTests, round.progress);
  serve(updateBalance, balances.update);
  serve(updateBalances, balances.updateAll);
  // The console API has the time next to a failure too, so this route writes both responses itself.
  serve(testChannel, async (ctx, input) => {
    const { timeMs, error } = await testOne(ctx, input, probe);
    const time = timeMs / 1000;
    if (!error) return { success: true, message: '', time };
    const { code, details } = error;
    const message = errorMessage(code, details, ctx.language);
    return { success: false, message, time, code, details, request_id: ctx.requestId };
  });
}
