import * as accessTokens from './access-tokens.ts';
import * as accountFiles from './account-exports.ts';
import * as accounts from './accounts.ts';
import * as areaApprovals from './area-approvals.ts';
import * as areaCi from './area-ci.ts';
import * as areaOverrides from './area-overrides.ts';
import * as areaPreviews from './area-previews.ts';
import * as areaTeams from './area-teams.ts';
import * as areaTrouble from './area-trouble.ts';
import * as areas from './areas.ts';
import * as audit from './audit.ts';
import * as channelActions from './channel-actions.ts';
import * as channelHealth from './channel-health.ts';
import * as channelKeys from './channel-keys.ts';
import * as channelTags from './channel-tags.ts';
import * as channels from './channels.ts';
import * as costs from './costs.ts';
import * as data from './data.ts';
import type { Endpoint } from './endpoint.ts';
import * as files from './exports.ts';
import * as limitViews from './limit-views.ts';
import * as limits from './limits.ts';
import * as logSummaries from './log-summaries.ts';
import * as logs from './logs.ts';
import * as notifications from './notifications.ts';
import * as options from './options/endpoints.ts';
import * as prices from './prices.ts';
import * as pricing from './pricing.ts';
import * as publishers from './publishers.ts';
import * as redemptions from './redemptions.ts';
import * as self from './self.ts';
import * as setup from './setup.ts';
import * as status from './status.ts';
import * as statusPages from './status-page.ts';
import * as tasks from './tasks.ts';
import * as thirdParty from './third-party.ts';
import * as tokens from './tokens.ts';
import * as updates from './updates.ts';
import * as userAdmin from './user-admin.ts';
import * as users from './users.ts';
import * as wallet from './wallet.ts';

/** Every endpoint of the console API: the source of the API reference, the access matrix tests and the fuzz tests. */
export const endpoints: readonly Endpoint[] = [
  setup,
  status,
  statusPages,
  updates,
  users,
  accessTokens,
  thirdParty,
  accounts,
  self,
  userAdmin,
  options,
  channels,
  channelActions,
  channelHealth,
  channelKeys,
  channelTags,
  costs,
  tokens,
  logs,
  logSummaries,
  data,
  tasks,
  files,
  accountFiles,
  redemptions,
  limits,
  limitViews,
  notifications,
  wallet,
  prices,
  pricing,
  audit,
  areas,
  publishers,
  areaApprovals,
  areaTrouble,
  areaCi,
  areaOverrides,
  areaPreviews,
  areaTeams,
]
  .flatMap((resource) => Object.values(resource) as unknown[])
  .filter(isEndpoint);

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'address' in value && 'access' in value;
}
