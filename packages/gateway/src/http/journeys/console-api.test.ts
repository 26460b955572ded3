import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints } from '@tollgate/contract/endpoints';
import { expect, test } from 'vitest';
import { logsRows } from '../../testing/console-api-logs.ts';
import { peopleRows } from '../../testing/console-api-people.ts';
import { accessOf, describeRows } from '../../testing/console-api-rows.ts';
import { supplyRows } from '../../testing/console-api-supply.ts';

/** Rows that need a fresh gateway, a mail server or a provider, and the test that covers them. */
const shownElsewhere = [
  [2, 'POST /api/setup', 'public', '../routes/setup.test.ts', 'submitSetup'],
  [10, 'GET /api/verification', 'public', 'email-codes.test.ts', 'sendEmailCode'],
  [11, 'GET /api/reset_password', 'public', 'password-reset.test.ts', 'requestPasswordReset'],
  [12, 'POST /api/user/reset', 'public', 'password-reset.test.ts', 'resetPassword'],
  [14, 'GET /api/oauth/github', 'public', '../routes/sign-in.test.ts', '/api/oauth/github'],
  [14, 'GET /api/oauth/oidc', 'public', 'sign-in-oidc.test.ts', '/api/oauth/oidc'],
  [14, 'GET /api/oauth/linuxdo', 'public', 'sign-in-apps.test.ts', '/api/oauth/linuxdo'],
  [15, 'GET /api/oauth/wechat', 'public', 'sign-in-apps.test.ts', '/api/oauth/wechat'],
  [16, 'GET /api/oauth/wechat/bind', 'user', 'sign-in-apps.test.ts', '/api/oauth/wechat/bind'],
  [17, 'GET /api/oauth/email/bind', 'user', 'email-codes.test.ts', 'bindEmail'],
  [18, 'GET /api/oauth/telegram/login', 'public', 'sign-in-apps.test.ts', '/api/oauth/telegram/login'],
  [19, 'GET /api/oauth/telegram/bind', 'public', 'sign-in-apps.test.ts', '/api/oauth/telegram/bind'],
  [23, 'GET /api/user/epay/notify', 'public', '../routes/wallet.test.ts', '/api/user/epay/notify'],
  [32, 'POST /api/user/aff_transfer', 'user', 'self.test.ts', 'transferAffQuota'],
  [63, 'POST /api/channel/fetch_models', 'admin', 'channel-providers.test.ts', 'fetchModels'],
] as const;

test('each of the 94 rows of the console API has a test, and each of its paths an access level', () => {
  const here = [...peopleRows, ...supplyRows, ...logsRows].map(({ row }) => row);
  const shown = new Set([...here, ...shownElsewhere.map(([row]) => row)]);
  expect([...shown].sort((a, b) => a - b)).toEqual(Array.from({ length: 94 }, (_, index) => index + 1));
});

test.each(shownElsewhere)('row %i: %s has the level %s and a test in %s', (_, call, level, file, word) => {
  expect(accessOf(call)).toBe(level);
  expect(readFileSync(join(import.meta.dirname, file), 'utf8')).toContain(word);
});

test('94 endpoints are of the console API and the others are additions', () => {
  const rows = [...peopleRows, ...supplyRows, ...logsRows].map(({ call }) => plain(call));
  const consoleApiRows = new Set([...rows, ...shownElsewhere.map(([, call]) => plain(call))]);
  const ours = endpoints.filter(({ address }) => !consoleApiRows.has(plain(address)));
  expect(endpoints.length - ours.length).toBe(94); // row 14 has three paths and one endpoint
});

describeRows('people, money and options of the console API', peopleRows);
describeRows('channels, tokens and codes of the console API', supplyRows);
describeRows('logs, charts, drawings and tasks of the console API', logsRows);

/** The path without query, parameter names and trailing slash. */
function plain(call: string): string {
  const path = call.split('?')[0] ?? '';
  return path.replace(/\/$/, '').replace(/\/(:\w+|github|oidc|linuxdo)(?=\/|$)/g, '/:x');
}
