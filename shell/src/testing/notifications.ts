import type { Notification } from '@tollgate/contract';

const minutesAgo = (minutes: number) => Math.floor(Date.now() / 1000) - minutes * 60;

/** An administrator's inbox, newest first. */
export const notifications: Notification[] = [
  {
    id: 4,
    kind: 'channel_tripped',
    title: 'Channel Team account was disabled automatically',
    text: 'The provider refused the key: Incorrect API key provided.',
    link: '/channel/edit/5',
    created_at: minutesAgo(4),
    is_read: false,
  },
  {
    id: 3,
    kind: 'quota_warning',
    title: 'Your Tollgate balance is low',
    text: 'Your account ada at Tollgate has $0.19 left. Requests are rejected when the balance is empty.',
    link: '/topup',
    created_at: minutesAgo(65),
    is_read: false,
  },
  {
    id: 2,
    kind: 'area_build',
    title: 'New build of logs: 1.4.0',
    text: 'Build 4f1c9a2be7 of the area logs was published. No user gets it before a rollout names it.',
    link: '/setting?tab=areas',
    created_at: minutesAgo(60 * 26),
    is_read: true,
  },
  {
    id: 1,
    kind: 'payment_received',
    title: 'Payment received: $20.00',
    text: '$20.00 were added to your balance.',
    link: '/topup',
    created_at: minutesAgo(60 * 24 * 9),
    is_read: true,
  },
];
