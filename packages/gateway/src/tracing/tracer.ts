import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { version } from '../modules/settings/version.ts';
import type { Outbound } from '../net/outbound.ts';
import { redactTree } from '../net/redact.ts';
import { CallTrace } from './call-trace.ts';
import { SpanExporter } from './span-exporter.ts';
import { readParent } from './trace-context.ts';

export interface TracerParts {
  readonly config: Config;
  readonly outbound: Pick<Outbound, 'request'>;
  readonly log: Logger;
  random(): number;
  readonly pauseMs?: number | undefined;
}

/** Decides which calls are recorded, and sends their spans away. */
export class Tracer {
  readonly exporter: SpanExporter;
  /** The log of the calls: its lines have the trace of the call that they are about. */
  readonly log: Logger;
  readonly #ratio: number;
  readonly #random: () => number;
  readonly #traceIds = new Map<string, string>();

  constructor({ config, outbound, log, random, pauseMs }: TracerParts, url: string) {
    const { traceHeaders: headers, traceRatio, serviceName } = config;
    const resource = {
      'service.name': serviceName,
      'service.version': version.replace(/^v/, ''),
      'service.instance.id': randomUUID(),
    };
    this.exporter = new SpanExporter({ outbound, log, url, headers, resource, pauseMs });
    this.log = withTraceIds(log, this.#traceIds);
    this.#ratio = traceRatio;
    this.#random = random;
  }

  /** Returns `undefined` for a call that is not recorded, and whose caller has no trace. */
  begin({ method = '', headers }: IncomingMessage, requestId: string): CallTrace | undefined {
    const parent = headers.traceparent === undefined ? undefined : readParent(headers);
    const isRecorded = parent ? parent.isSampled : this.#random() < this.#ratio;
    if (!parent && !isRecorded) return undefined;
    const trace = new CallTrace(method, parent, isRecorded);
    this.#traceIds.set(requestId, trace.traceId);
    return trace;
  }

  end(trace: CallTrace, requestId: string): void {
    this.#traceIds.delete(requestId);
    const finished = trace.finish();
    if (finished) this.exporter.add(finished);
  }
}

/** Tracing is off unless the environment names a collector. */
export function createTracer(parts: TracerParts): Tracer | undefined {
  const { traceUrl } = parts.config;
  return traceUrl === undefined ? undefined : new Tracer(parts, traceUrl);
}

function withTraceIds(log: Logger, traceIds: ReadonlyMap<string, string>): Logger {
  const addTraceId = (fields: object) => {
    const { requestId } = fields as { requestId?: string };
    const traceId = requestId === undefined ? undefined : traceIds.get(requestId);
    return redactTree(traceId === undefined ? fields : { ...fields, traceId }) as Record<string, unknown>;
  };
  return log.child({}, { formatters: { log: addTraceId } });
}
