import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { rowId } from './field-schemas.ts';

/** Those that are also sent by mail have the name of their mail. */
export const notificationKinds = [
  'quota_warning',
  'limit_warning',
  'token_expiring',
  'payment_received',
  'channel_tripped',
  'models_ending',
  'area_build',
  'area_canary_frozen',
  'area_killed',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** How many a user keeps. The oldest ones go first. */
export const MAX_NOTIFICATIONS = 100;

export const notification = z.object({
  id: z.int(),
  kind: z.enum(notificationKinds),
  /** In the language of the caller. */
  title: z.string(),
  text: z.string(),
  /** Path in the console; empty when there is no place to go to. */
  link: z.string(),
  created_at: z.int(),
  is_read: z.boolean(),
});
export type Notification = z.output<typeof notification>;

const unread = z.object({ unread: z.int() });

export const listNotifications = endpoint({
  address: 'GET /api/notification/',
  summary: 'Lists the notifications of the caller, newest first. At most 100 are kept, for 90 days.',
  access: 'user',
  input: z.object({}),
  output: z.array(notification),
});

export const countNotifications = endpoint({
  address: 'GET /api/notification/unread',
  summary: 'Counts the unread notifications of the caller.',
  access: 'user',
  input: z.object({}),
  output: unread,
});

export const readNotifications = endpoint({
  address: 'POST /api/notification/read',
  summary:
    'Marks a notification of the caller as read, or without an id all of them. Returns how many are left.',
  access: 'user',
  input: z.object({ id: z.optional(rowId) }),
  output: unread,
});
