import {
  exportAudit,
  exportChannels,
  exportDrawings,
  exportLogs,
  exportOwnDrawings,
  exportOwnEntries,
  exportOwnLogs,
  exportOwnTasks,
  exportOwnTopUps,
  exportOwnUsage,
  exportRedemptions,
  exportTasks,
  exportTokens,
  exportUsage,
  exportUserEntries,
  exportUsers,
} from '@tollgate/contract';
import * as accounts from '../../modules/usage/export-accounts.ts';
import * as lists from '../../modules/usage/export-lists.ts';
import * as logs from '../../modules/usage/export-usage.ts';
import type { Serve } from '../serve.ts';

export function exportRoutes(serve: Serve): void {
  serve(exportLogs, logs.logs);
  serve(exportOwnLogs, logs.ownLogs);
  serve(exportUsage, logs.usage);
  serve(exportOwnUsage, logs.ownUsage);
  serve(exportTokens, lists.ownTokens);
  serve(exportDrawings, lists.allDrawings);
  serve(exportOwnDrawings, lists.ownDrawings);
  serve(exportTasks, lists.allTasks);
  serve(exportOwnTasks, lists.ownTasks);
  serve(exportChannels, accounts.allChannels);
  serve(exportUsers, accounts.allUsers);
  serve(exportRedemptions, accounts.allRedemptions);
  serve(exportOwnTopUps, accounts.ownTopUps);
  serve(exportOwnEntries, accounts.ownEntries);
  serve(exportUserEntries, accounts.entriesOf);
  serve(exportAudit, accounts.auditRows);
}
