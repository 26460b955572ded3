import type { ResolvedArea } from '@tollgate/contract';
import { makeArea, makeEntry } from './make-area.ts';

/** Pages in every section, with every kind of access and flag. */
export const areas: readonly ResolvedArea[] = [
  makeArea(
    'logs',
    [
      { path: '/detail', access: 'user', title: 'detail' },
      { path: '/log', access: 'user', title: 'log' },
      { path: '/midjourney', access: 'user', title: 'midjourney' },
      { path: '/task', access: 'user', title: 'task' },
    ],
    [
      makeEntry('/detail', { icon: 'dashboard', flag: 'enable_data_export' }),
      makeEntry('/log', { icon: 'history', order: 300 }),
      makeEntry('/midjourney', { icon: 'image', order: 400, flag: 'enable_drawing' }),
      makeEntry('/task', { order: 500, flag: 'enable_task' }),
    ],
  ),
  makeArea(
    'user',
    [
      { path: '/token', access: 'user', title: 'token' },
      { path: '/topup', access: 'user', title: 'topup' },
      { path: '/personal', access: 'user', title: 'personal' },
      { path: '/redemption', access: 'admin', title: 'redemption' },
      { path: '/user', access: 'admin', title: 'user' },
      { path: '/pricing', access: 'public', title: 'pricing' },
    ],
    [
      makeEntry('/token', { icon: 'safe', order: 200 }),
      makeEntry('/topup', { icon: 'idcard', section: 'personal' }),
      makeEntry('/personal', { icon: 'user', section: 'personal', order: 200 }),
      makeEntry('/redemption', { icon: 'gift', section: 'admin', access: 'admin', order: 200 }),
      makeEntry('/user', { icon: 'user-group', section: 'admin', access: 'admin', order: 300 }),
    ],
  ),
  makeArea(
    'playground',
    [
      { path: '/playground', access: 'user', title: 'playground', layout: 'wide' },
      { path: '/chat/*', access: 'user', title: 'chat', layout: 'bare' },
      { path: '/chat2link', access: 'user', title: 'chat' },
    ],
    [
      makeEntry('/playground', { icon: 'experiment', section: 'playground' }),
      makeEntry('/chat', { icon: 'message', section: 'chat' }),
    ],
  ),
  makeArea(
    'channels',
    [
      { path: '/channel', access: 'admin', title: 'channel' },
      { path: '/channel/edit/:id', access: 'admin', title: 'channel' },
    ],
    [makeEntry('/channel', { icon: 'branch', section: 'admin', access: 'admin' })],
  ),
  makeArea(
    'settings',
    [
      { path: '/setup', access: 'public', title: 'setup', layout: 'bare' },
      { path: '/setting', access: 'admin', title: 'setting' },
    ],
    [makeEntry('/setting', { icon: 'settings', section: 'admin', access: 'admin', order: 400 })],
  ),
];
