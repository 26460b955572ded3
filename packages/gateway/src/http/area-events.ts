import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { type RegistrySnapshot, Role } from '@tollgate/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PageViewer } from '../modules/areas/area-platform.ts';

type Who = PageViewer;

interface Listener {
  readonly who: Who;
  readonly response: ServerResponse;
  rev: string;
}

const MAX_LISTENERS = 1000;
/** A browser opens six connections to a host without HTTP/2. Open tabs must not use all of them. */
const MAX_OF_USER = 2;
/** Named, so that pages of earlier versions ignore it. */
const NOTIFICATION_EVENT = 'event: notifications\ndata: {}\n\n';
const HEARTBEAT_MS = 25_000;
/** Afterwards the browser reconnects and is authenticated again, because it may have signed out. */
const MAX_AGE_MS = 600_000;

/**
 * `GET /api/console/events` sends a page the new revision when the registry of its user changes. Admins get
 * an event for every rollout change, also when their own registry stays the same. An event `notifications`, without
 * content, says that the inbox of the user changed. Visitors and users with too
 * many streams get 204, so that the browser does not reconnect. Those pages poll the registry.
 */
export function serveAreaEvents(
  app: FastifyInstance,
  {
    identify,
    registryOf,
    onChange,
    onNotification,
  }: {
    identify(request: FastifyRequest): Promise<Who>;
    registryOf(who: Who): Promise<RegistrySnapshot>;
    onChange(listener: () => void): void;
    onNotification(listener: (userId: number | undefined) => void): void;
  },
): void {
  const listeners = new Set<Listener>();
  const heartbeat = setInterval(() => {
    for (const { response } of listeners) if (!response.writableEnded) response.write(':\n\n');
  }, HEARTBEAT_MS).unref();
  onChange(
    () =>
      void sendRevisions().catch((error: unknown) =>
        app.log.error({ err: error }, 'the revision could not be sent to open pages'),
      ),
  );
  onNotification((userId) => {
    for (const { who, response } of listeners)
      if ((userId === undefined || who.userId === userId) && !response.writableEnded)
        response.write(NOTIFICATION_EVENT);
  });
  app.addHook('preClose', async () => {
    clearInterval(heartbeat);
    for (const { response } of listeners) response.end();
  });

  app.get('/api/console/events', { config: { access: 'public' } }, async (request, reply) => {
    const who = await identify(request);
    if (who.userId === 0 || isFull(who)) return reply.code(204).send();
    const { rev } = await registryOf(who);
    listen({ who, response: open(reply), rev });
    return reply;
  });

  function listen(listener: Listener): void {
    const { response, rev } = listener;
    // A caller who has left emits no more 'close' and would keep a slot of the user forever.
    if (response.destroyed) return;
    listeners.add(listener);
    const end = setTimeout(() => response.end(), MAX_AGE_MS).unref();
    response.once('close', () => {
      clearTimeout(end);
      listeners.delete(listener);
    });
    response.write(`retry: 5000\n${eventOf(rev)}`);
  }

  function isFull({ userId }: Who): boolean {
    if (listeners.size >= MAX_LISTENERS) return true;
    return [...listeners].filter(({ who }) => who.userId === userId).length >= MAX_OF_USER;
  }

  async function sendRevisions(): Promise<void> {
    for (const listener of listeners) {
      const { rev } = await registryOf(listener.who);
      if ((rev === listener.rev && listener.who.role < Role.admin) || listener.response.writableEnded)
        continue;
      listener.rev = rev;
      listener.response.write(eventOf(rev));
    }
  }
}

function open(reply: FastifyReply): ServerResponse {
  const headers = reply.getHeaders() as OutgoingHttpHeaders;
  reply.hijack();
  reply.raw.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  return reply.raw;
}

function eventOf(rev: string): string {
  return `data: ${JSON.stringify({ rev })}\n\n`;
}
