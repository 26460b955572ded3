import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRequestId } from '../http/request-id.ts';
import { createRelay } from '../relay/index.ts';
import type { RelayOverrides } from '../relay/overrides.ts';
import type { RelayLab } from './relay.ts';

/** Starts another relay on the same databases, as a second gateway has it. */
export async function startSecondGateway({ ctx }: Pick<RelayLab, 'ctx'>, overrides: RelayOverrides = {}) {
  const relay = createRelay(ctx, overrides);
  const server = createServer((request, response) => {
    relay.handle(request, response, createRequestId(Date.now()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      await relay.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
