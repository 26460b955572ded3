/**
 * A minimal gateway for tests that kill it. It relays calls to the upstream with the ledger around them.
 * Takes its options as JSON in the first argument and sends its parent the port when it is ready.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Dispatcher, Pool } from 'undici';
import { type ConnectOptions, connect } from '../../db/connect.ts';
import { type Ledger, type LimitClaim, openLedger, windowId } from '../../ledger/index.ts';
import { reservation, usageRecord } from '../records.ts';

interface Options {
  readonly database: ConnectOptions;
  readonly upstream: string;
  readonly users: number;
}

const { database, upstream, users } = JSON.parse(process.argv[2] ?? '') as Options;
const connection = await connect(database);
const onError = (error: unknown) => process.stderr.write(`${String(error)}\n`);
const { ledger, recovered } = await openLedger({ connection, dataDir: database.dataDir, onError });
const pool = new Pool(upstream, { connections: 64 });

const server = createServer(async (request, response) => {
  request.resume();
  const userId = 1 + Math.floor(Math.random() * users);
  const call = reservation({ id: randomUUID(), userId, amount: 5000, estimate: 200, claims: claimsNow() });
  if ((await ledger.reserve(call)) !== 'ok') {
    response.writeHead(403).end();
    return;
  }
  const headers = { 'x-request-id': call.id };
  pool.dispatch({ path: '/', method: 'POST', headers, body: '{}' }, relay(ledger, call.id, userId, response));
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port, recovered });
});

/** Limits of everybody, of quota and tokens, with a window of a minute and a rolling one of ten seconds. */
function claimsNow(): LimitClaim[] {
  const at = Math.floor(Date.now() / 1000);
  const common = { subject: '', at, limit: 1e15 };
  const claim = (rule: number, startsAt: number, more: Partial<LimitClaim> = {}): LimitClaim => {
    const window = windowId({ rule, series: 0, subject: '', startsAt });
    return { ...common, window, rule, startsAt, period: 0, ...more };
  };
  const minute = at - (at % 60);
  return [claim(1, minute), claim(2, minute, { tokens: 500 }), claim(3, 0, { period: 10 })];
}

function relay(
  ledger: Ledger,
  id: string,
  userId: number,
  response: ServerResponse,
): Dispatcher.DispatchHandler {
  const record = usageRecord({ user_id: userId, username: `user-${userId}`, token_id: userId });
  let text = '';
  let status = 0;
  return {
    onRequestStart() {
      ledger.dispatch(id, 3);
    },
    onResponseStart(_controller, statusCode) {
      status = statusCode;
      response.writeHead(status === 200 ? 200 : 502, { 'x-request-id': id });
    },
    onResponseData(_controller, chunk) {
      const piece = chunk.toString();
      text += piece;
      if (!piece.includes('total_tokens')) response.write(chunk);
      if (piece.includes('"chunk":2')) void ledger.extend(id, 100, 300);
    },
    async onResponseEnd() {
      if (status !== 200) {
        await ledger.void(id, { ...record, type: 4 });
        response.end();
        return;
      }
      const cost = Number(/"total_tokens":(\d+)/.exec(text)?.[1] ?? 0);
      await ledger.settle(id, cost, record);
      response.end(JSON.stringify({ id, cost }));
    },
    async onResponseError() {
      await ledger.settle(id, 200, { ...record, billing_basis: 'estimated' });
      response.destroy();
    },
  };
}
