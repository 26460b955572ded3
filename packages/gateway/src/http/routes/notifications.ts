import { countNotifications, listNotifications, readNotifications } from '@tollgate/contract';
import * as inbox from '../../modules/notifications/inbox.ts';
import type { Serve } from '../serve.ts';

export function notificationRoutes(serve: Serve): void {
  serve(listNotifications, inbox.list);
  serve(countNotifications, inbox.count);
  serve(readNotifications, inbox.markRead);
}
