import type { Endpoint, FileEndpoint, Parsed } from '@tollgate/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { CallContext } from '../core/context.ts';
import { describeIssue } from '../core/describe-issue.ts';
import { AppError } from '../core/errors.ts';
import { readLimits } from '../core/limits.ts';
import type { FileFormat } from './file-formats.ts';
import { createFileSlots, type FileSlots } from './file-slots.ts';
import type { Guard } from './guard.ts';
import { doneMessage } from './language.ts';
import { parseOutput } from './parse-output.ts';
import { readFields } from './read-fields.ts';
import { type Batches, sendFile } from './send-file.ts';
import { type SessionCookie, sessionCookie } from './session-cookie.ts';

/** A route's handler: context, parsed input and, for sign-in and sign-out, the session cookie. */
export type Handler<E extends Endpoint> = (
  ctx: CallContext,
  input: Parsed<E>,
  cookie: SessionCookie,
) => Answer<E>;

/** A handler's result: the data, or rows of a file. */
type Answer<E extends Endpoint> = E extends FileEndpoint
  ? AsyncIterable<readonly z.input<E['output']>[]>
  : Promise<z.input<E['output']>> | z.input<E['output']>;

export type Serve = <E extends Endpoint>(endpoint: E, handle: Handler<E>) => void;

/**
 * Turns contract endpoints into routes: guard, parse, handle, trim, wrap. The output schema trims each
 * response to the columns that the contract names.
 */
export function createServe(app: FastifyInstance, guard: Guard): Serve {
  const files = createFileSlots();
  return (endpoint, handle) => {
    const [method, url] = endpoint.address.split(' ') as [string, string];
    app.route({
      method: endpoint.changes ? [method, 'POST'] : method,
      url,
      config: { access: endpoint.access, failsInData: endpoint.failsInData },
      handler: (request, reply) => answer({ endpoint, handle, guard, files }, request, reply),
    });
    if (endpoint.openToSites) answerPreflight(app, url);
  };
}

/** A page of another site sends a preflight before it may send the key in a header. */
function answerPreflight(app: FastifyInstance, url: string): void {
  const allowed = { 'access-control-allow-methods': 'GET', 'access-control-allow-headers': 'authorization' };
  app.options(url, { config: { access: 'public' } }, (_, reply) =>
    reply
      .code(204)
      .headers({ ...openHeaders, ...allowed })
      .send(),
  );
}

interface Route<E extends Endpoint> {
  readonly endpoint: E;
  readonly handle: Handler<E>;
  readonly guard: Guard;
  readonly files: FileSlots;
}

async function answer<E extends Endpoint>(
  { endpoint, handle, guard, files }: Route<E>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<object> {
  if (endpoint.openToSites) reply.headers(openHeaders);
  const ctx = withReads(await guard(request, endpoint), endpoint, reply);
  const input = z.safeParse(endpoint.input, readFields(endpoint, request));
  if (!input.success) throw new AppError('invalid_input', firstIssue(input.error));

  const handled = () => handle(ctx, input.data as Parsed<E>, sessionCookie(request, reply));
  if (isFile(endpoint)) {
    const { format } = input.data as { format: FileFormat };
    const onEnd = files.take(ctx.caller?.id ?? 0);
    try {
      const options = { format, at: new Date(ctx.now()), onEnd };
      return await sendFile(reply, endpoint, handled() as Batches, options);
    } catch (error) {
      onEnd();
      throw error;
    }
  }
  const data = await parseOutput(endpoint.output, await handled());
  if (endpoint.cacheSeconds)
    reply.header('cache-control', `public, max-age=0, s-maxage=${endpoint.cacheSeconds}`);
  if (endpoint.answer === 'text') return reply.type('text/plain; charset=utf-8').send(data);
  return endpoint.answer === 'redirect' ? reply.redirect(data as string, 302) : envelope(endpoint, data, ctx);
}

/** Database reads for this caller. They are cancelled when the caller leaves or the response is sent. */
function withReads(ctx: CallContext, endpoint: Endpoint, { raw }: FastifyReply): CallContext {
  const leaving = new AbortController();
  raw.once('close', () => leaving.abort());
  const name = ctx.caller ? `user ${ctx.caller.id}` : `address ${ctx.ip}`;
  const limitMs = isFile(endpoint) ? readLimits.exportMs : readLimits.listMs;
  return { ...ctx, ...ctx.reads.accessFor({ name, limitMs, signal: leaving.signal }) };
}

function isFile(endpoint: Endpoint): endpoint is FileEndpoint {
  return endpoint.answer === 'stream';
}

function envelope(endpoint: Endpoint, data: unknown, { language }: CallContext): object {
  const success = { success: true, message: endpoint.done ? doneMessage(endpoint.done, language) : '' };
  if (endpoint.answer === 'spread') return { ...success, ...(data as object) };
  if (data !== undefined) return { ...success, data };
  return endpoint.emptyMessage ? { ...success, message: endpoint.emptyMessage } : success;
}

function firstIssue({ issues }: z.core.$ZodError) {
  const [issue] = issues;
  return { field: issue?.path.join('.') ?? '', ...describeIssue(issue) };
}

const openHeaders = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };
