import {
  checkForUpdates,
  createIncident,
  deleteIncident,
  getAbout,
  getHomePageContent,
  getNotice,
  getStatus,
  getStatusPage,
  testStatus,
  updateIncident,
} from '@tollgate/contract';
import * as incidents from '../../modules/models/incidents.ts';
import * as statusPage from '../../modules/models/status-page.ts';
import * as status from '../../modules/settings/status.ts';
import * as updates from '../../modules/settings/updates.ts';
import type { Serve } from '../serve.ts';

export function statusRoutes(serve: Serve): void {
  serve(getStatus, status.get);
  serve(testStatus, status.test);
  serve(getStatusPage, statusPage.get);
  serve(createIncident, incidents.create);
  serve(updateIncident, incidents.update);
  serve(deleteIncident, incidents.remove);
  serve(checkForUpdates, updates.check);
  serve(getNotice, ({ options }) => options.current.Notice);
  serve(getAbout, ({ options }) => options.current.About);
  serve(getHomePageContent, ({ options }) => options.current.HomePageContent);
}
