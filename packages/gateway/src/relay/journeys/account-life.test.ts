import { deleteSelf, manageUser, updateUser } from '@tollgate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../../testing/client.ts';
import { makeUser } from '../../testing/factories.ts';
import { hello, type RelayLab, startRelayLab } from '../../testing/relay.ts';

let lab: RelayLab;
beforeAll(async () => {
  lab = await startRelayLab();
});
afterAll(() => lab.close());

async function newCaller() {
  const person = await makeUser(lab.ctx, { quota: 1_000_000 });
  const key = await lab.token({}, person);
  const call = async () => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
    const body = JSON.stringify(hello);
    const answer = await fetch(`${lab.url}/v1/chat/completions`, { method: 'POST', headers, body });
    await answer.text();
    return answer.status;
  };
  return { person, call };
}

// @spec D014
test('a ban by an admin stops the next call until it is lifted', async () => {
  const { person, call } = await newCaller();
  expect(await call()).toBe(200);
  await lab.as('admin').get(manageUser, { id: person.id, action: 'disable' });
  expect(await call()).toBe(403);
  await lab.as('admin').get(manageUser, { id: person.id, action: 'enable' });
  expect(await call()).toBe(200);
});

test("API keys keep working when their owner's password changes", async () => {
  const { person, call } = await newCaller();
  await lab.as('admin').get(updateUser, { id: person.id, password: 'another long secret' });
  expect(await call()).toBe(200);
});

test("keys are unknown with the next call when their owner's account is deleted", async () => {
  const [leaving, removed] = [await newCaller(), await newCaller()];
  expect([await leaving.call(), await removed.call()]).toEqual([200, 200]);
  await createClient(lab.app, lab.ctx, leaving.person).get(deleteSelf, {});
  await lab.as('admin').get(manageUser, { id: removed.person.id, action: 'delete' });
  expect([await leaving.call(), await removed.call()]).toEqual([401, 401]);
});
