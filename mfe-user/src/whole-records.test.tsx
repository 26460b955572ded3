import { configure } from '@tollgate/api-client';
import { answer, callsOf, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import { serverCapabilities, updateRedemption, updateToken, updateUser } from '@tollgate/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { area } from './area.tsx';
import { useUpdateRedemption } from './redemptions/redemptions.data.ts';
import { unused } from './redemptions/redemptions.fixtures.ts';
import { toForm } from './tokens/token-draft.ts';
import { useUpdateToken } from './tokens/tokens.data.ts';
import { limited } from './tokens/tokens.fixtures.ts';
import { useUpdateUser } from './users/users.data.ts';
import { ada } from './users/users.fixtures.ts';

interface Updates {
  user: ReturnType<typeof useUpdateUser>;
  code: ReturnType<typeof useUpdateRedemption>;
  token: ReturnType<typeof useUpdateToken>;
}
let updates: Updates;

function Probe() {
  updates = { user: useUpdateUser(), code: useUpdateRedemption(), token: useUpdateToken(limited.id) };
  return null;
}

beforeEach(async () => {
  answer(updateUser, ada);
  answer(updateRedemption, unused);
  answer(updateToken, limited);
  await renderArea({ id: 'user', area, role: 'root', path: '/token', children: <Probe /> });
});
afterEach(() => {
  configure({ capabilities: undefined });
  forgetAnswers();
});

/** New-api's server writes these columns of a record, and empties those that are left out. */
const overwritten = {
  user: ['username', 'display_name', 'group', 'quota'],
  token: [
    ...['name', 'expired_time', 'remain_quota', 'unlimited_quota', 'model_limits_enabled', 'model_limits'],
    ...['allow_ips', 'group'],
  ],
  code: ['name', 'quota'],
};

async function changeNames(): Promise<void> {
  await updates.user(ada, { display_name: 'Countess' });
  await updates.token(limited, { ...toForm(limited), name: 'renamed' });
  await updates.code(unused, { ...unused, name: 'renamed', count: 1 });
}

test('a server without partial updates gets every field that it overwrites', async () => {
  configure({ capabilities: [] });
  await changeNames();
  const [user, token, code] = [callsOf(updateUser)[0], callsOf(updateToken)[0], callsOf(updateRedemption)[0]];
  expect(Object.keys(user ?? {}).sort()).toEqual(['id', ...overwritten.user].sort());
  expect(user).toMatchObject({ username: ada.username, display_name: 'Countess', quota: ada.quota });
  expect(Object.keys(token ?? {}).sort()).toEqual(['id', ...overwritten.token].sort());
  expect(token).toMatchObject({ name: 'renamed', remain_quota: limited.remain_quota, group: limited.group });
  expect(code).toEqual({ id: unused.id, name: 'renamed', quota: unused.quota });
});

test('the own server gets the changed fields alone', async () => {
  configure({ capabilities: serverCapabilities });
  await changeNames();
  expect(callsOf(updateUser)).toEqual([{ id: ada.id, display_name: 'Countess' }]);
  expect(callsOf(updateToken)).toEqual([{ id: limited.id, name: 'renamed' }]);
  expect(callsOf(updateRedemption)).toEqual([{ id: unused.id, name: 'renamed' }]);
});

test.each([[[]], [serverCapabilities]])('nothing is sent when nothing changed (%j)', async (capabilities) => {
  configure({ capabilities });
  await updates.user(ada, {});
  await updates.token(limited, toForm(limited));
  await updates.code(unused, { ...unused, count: 1 });
  expect([callsOf(updateUser), callsOf(updateToken), callsOf(updateRedemption)]).toEqual([[], [], []]);
});
