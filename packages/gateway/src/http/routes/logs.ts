import {
  cleanLogs,
  getLogCleaning,
  getLogStat,
  getOwnLogStat,
  listLogs,
  listOwnLogs,
  listTokenLogs,
  searchLogs,
  searchOwnLogs,
} from '@tollgate/contract';
import * as cleaning from '../../modules/usage/log-cleaning.ts';
import * as logs from '../../modules/usage/logs.ts';
import type { Serve } from '../serve.ts';

export function logRoutes(serve: Serve): void {
  serve(listLogs, logs.list);
  serve(listOwnLogs, logs.listOwn);
  serve(getLogStat, logs.stat);
  serve(getOwnLogStat, logs.statOwn);
  serve(searchLogs, logs.search);
  serve(searchOwnLogs, logs.searchOwn);
  serve(listTokenLogs, logs.listOfToken);
  serve(cleanLogs, cleaning.clean);
  serve(getLogCleaning, cleaning.progress);
}
