import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { RelayUsage } from '../../relay/gauges.ts';

/** URLs of the providers behind the gateway: one that speaks HTTP, one that speaks WebSockets. */
export interface Providers {
  chat: string;
  sockets: string;
}

export interface Started {
  url: string;
  key: string;
}

/** The gateway's resources of callers, with its open connections and the holds in its database. */
export interface Holdings extends RelayUsage {
  connections: number;
  holds: number;
  /** The id of the process that answers. */
  pid: number;
}

export interface GatewayProcess extends Started {
  readonly pid: number;
  readonly port: number;
  /** @throws {Error} with the output of the gateway, when it has ended */
  holdings(): Promise<Holdings>;
  /**
   * Ends it in order and audits its books. @throws {Error} when it ended before, or its books do not balance
   */
  close(): Promise<void>;
}

/** Starts `gateway.ts` of this folder. */
export async function startGatewayProcess(providers: Providers): Promise<GatewayProcess> {
  const child = fork(join(import.meta.dirname, 'gateway.ts'), [JSON.stringify(providers)], {
    execArgv: [],
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  });
  let written = '';
  child.stderr?.on('data', (piece) => (written += piece));
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the gateway ended with ${code}: ${written}`);
  });
  ended.catch(() => {}); // Later calls report the error.

  async function ask<T>(question?: string): Promise<T> {
    const answer = once(child, 'message') as Promise<[T]>;
    if (question) child.send(question, () => {});
    const [message] = await Promise.race([answer, ended]);
    return message;
  }

  const started = await ask<Started>();
  return {
    ...started,
    pid: child.pid as number,
    port: Number(new URL(started.url).port),
    holdings: () => ask('holdings'),
    async close() {
      if (child.exitCode !== null || child.signalCode !== null) await ended;
      child.send('end', () => {});
      const [code] = await once(child, 'exit');
      if (code !== 0) throw new Error(`the gateway ended with ${code}: ${written}`);
    },
  };
}
