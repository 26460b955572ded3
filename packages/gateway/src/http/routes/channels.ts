import {
  countChannels,
  createChannel,
  deleteChannel,
  getChannel,
  getChannelHealth,
  listChannelCosts,
  listChannelModels,
  listChannels,
  listChannelTypes,
  listEnabledModels,
  listModelsByType,
  pageChannels,
  saveChannelCosts,
  searchChannels,
  updateChannel,
} from '@tollgate/contract';
import * as lists from '../../modules/channels/channel-lists.ts';
import * as channels from '../../modules/channels/channels.ts';
import * as health from '../../modules/channels/health/health-report.ts';
import * as costs from '../../modules/models/channel-costs.ts';
import * as models from '../../modules/models/models.ts';
import type { Serve } from '../serve.ts';

export function channelRoutes(serve: Serve): void {
  serve(listChannels, lists.list);
  serve(pageChannels, lists.page);
  serve(searchChannels, lists.search);
  serve(countChannels, lists.countByStatus);
  serve(getChannelHealth, health.report);
  serve(getChannel, channels.get);
  serve(createChannel, channels.create);
  serve(updateChannel, channels.update);
  serve(deleteChannel, channels.remove);
  serve(listChannelModels, models.listKnown);
  serve(listEnabledModels, models.listEnabled);
  serve(listModelsByType, models.listByType);
  serve(listChannelTypes, models.listTypes);
  serve(listChannelCosts, costs.list);
  serve(saveChannelCosts, costs.save);
}
