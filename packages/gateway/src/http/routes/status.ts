import {
  checkForUpdates,
  getAbout,
  getHomePageContent,
  getNotice,
  getStatus,
  testStatus,
} from '@tollgate/contract';
import * as status from '../../modules/settings/status.ts';
import * as updates from '../../modules/settings/updates.ts';
import type { Serve } from '../serve.ts';

export function statusRoutes(serve: Serve): void {
  serve(getStatus, status.get);
  serve(testStatus, status.test);
  serve(checkForUpdates, updates.check);
  serve(getNotice, ({ options }) => options.current.Notice);
  serve(getAbout, ({ options }) => options.current.About);
  serve(getHomePageContent, ({ options }) => options.current.HomePageContent);
}
