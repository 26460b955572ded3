import { expect } from 'vitest';
import { WebSocket } from 'ws';
import { findBalance } from '../ledger/post.ts';
import { makeUser } from './factories.ts';
import type { RelayLab } from './relay.ts';

export const patient = { timeout: 10_000 };

interface Event {
  type: string;
  error?: { code: string; event_id: string | null; message: string };
  response?: { id: string; status: string; output: unknown[] };
}

let users = 0;
/** Opens a realtime session of a new user with this quota, and waits until it runs. */
export async function openRealtimeSession(lab: RelayLab, model: string, quota: number) {
  users += 1;
  const user = await makeUser(lab.ctx, { username: `realtime-${users}`, quota });
  const key = await lab.token({}, user);
  const url = `${lab.url.replace('http', 'ws')}/v1/realtime?model=${model}`;
  const socket = new WebSocket(url, { headers: { authorization: `Bearer ${key}` } });
  const events: Event[] = [];
  socket.on('message', (data) => events.push(JSON.parse(String(data))));
  socket.on('error', () => {});
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  const of = (type: string) => events.filter((event) => event.type === type);
  const seen = (type: string, count = 1) =>
    expect.poll(() => of(type).length, patient).toBeGreaterThanOrEqual(count);
  await seen('session.created');
  return {
    socket,
    closed,
    of,
    seen,
    send: (event: object) => socket.send(JSON.stringify(event)),
    async charges() {
      await lab.ctx.ledger.settled();
      const rows = await lab.ctx.logDb
        .selectFrom('logs')
        .selectAll()
        .where('user_id', '=', user.id)
        .execute();
      return rows.filter(({ type }) => type === 2);
    },
    async balance() {
      const id = { ownerType: 'user' as const, ownerId: user.id };
      return (await findBalance(lab.ctx.db, id))?.balance ?? 0;
    },
  };
}
