import {
  cleanLogs,
  getLogBars,
  getLogCleaning,
  getLogStat,
  getOwnLogBars,
  getOwnLogStat,
  listLogGroups,
  listLogs,
  listOwnLogGroups,
  listOwnLogs,
  listTokenLogs,
  searchLogs,
  searchOwnLogs,
} from '@tollgate/contract';
import * as cleaning from '../../modules/usage/log-cleaning.ts';
import * as summaries from '../../modules/usage/log-summaries.ts';
import * as logs from '../../modules/usage/logs.ts';
import type { Serve } from '../serve.ts';

export function logRoutes(serve: Serve): void {
  serve(listLogs, logs.list);
  serve(listOwnLogs, logs.listOwn);
  serve(getLogStat, logs.stat);
  serve(getOwnLogStat, logs.statOwn);
  serve(getLogBars, summaries.bars);
  serve(getOwnLogBars, summaries.ownBars);
  serve(listLogGroups, summaries.groups);
  serve(listOwnLogGroups, summaries.ownGroups);
  serve(searchLogs, logs.search);
  serve(searchOwnLogs, logs.searchOwn);
  serve(listTokenLogs, logs.listOfToken);
  serve(cleanLogs, cleaning.clean);
  serve(getLogCleaning, cleaning.progress);
}
