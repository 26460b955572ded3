import type { Serve } from '../serve.ts';
import { accountRoutes } from './accounts.ts';
import { areaRoutes } from './areas.ts';
import { auditRoutes } from './audit.ts';
import { channelActionRoutes } from './channel-actions.ts';
import { channelRoutes } from './channels.ts';
import { dataRoutes } from './data.ts';
import { exportRoutes } from './exports.ts';
import { limitRoutes } from './limits.ts';
import { logRoutes } from './logs.ts';
import { notificationRoutes } from './notifications.ts';
import { optionRoutes } from './options.ts';
import { pricingRoutes } from './pricing.ts';
import { redemptionRoutes } from './redemptions.ts';
import { setupRoutes } from './setup.ts';
import { signInRoutes } from './sign-in.ts';
import { statusRoutes } from './status.ts';
import { taskRoutes } from './tasks.ts';
import { tokenRoutes } from './tokens.ts';
import { userAdminRoutes } from './user-admin.ts';
import { userRoutes } from './users.ts';
import { walletRoutes } from './wallet.ts';

/** Every resource of the console API. */
export const routes: readonly ((serve: Serve) => void)[] = [
  setupRoutes,
  statusRoutes,
  userRoutes,
  signInRoutes,
  accountRoutes,
  userAdminRoutes,
  optionRoutes,
  channelRoutes,
  channelActionRoutes,
  tokenRoutes,
  logRoutes,
  dataRoutes,
  taskRoutes,
  exportRoutes,
  redemptionRoutes,
  limitRoutes,
  notificationRoutes,
  walletRoutes,
  pricingRoutes,
  auditRoutes,
  areaRoutes,
];
