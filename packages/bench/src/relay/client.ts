import { Connection } from './connection.ts';
import { type Kind, requestsOf } from './requests.ts';

/**
 * The caller: raw sockets, so that it costs the provider's core little, and its own process. As fast as its
 * connections allow (closed loop), or at a rate (open loop: a late response does not delay the next call; the first
 * calls, for which connections are opened and code is compiled here, are left out of the times). Prints a {@link Report} as JSON. Usage: `client.ts <JSON of Assignment>`.
 */
export interface Assignment {
  url: string;
  kind: Kind;
  keys: readonly string[];
  models: readonly string[];
  calls: number;
  connections: number;
  /** Calls a second; without it as fast as the connections allow. */
  rate?: number;
}

export interface Report {
  /** From the first call to the last response. */
  seconds: number;
  /** Responses that were not 2xx or not complete, and sockets that failed. */
  wrong: number;
  /** The beginning of a wrong one. */
  example?: string;
  /** Response times in milliseconds. */
  times: number[];
}

const EXAMPLE_LENGTH = 600;
/** Of a run at a rate. */
const SHARE_LEFT_OUT = 0.1;

const assignment: Assignment = JSON.parse(process.argv[2]!);
const requests = requestsOf(assignment);
const report: Report = { seconds: 0, wrong: 0, times: [] };

const start = performance.now();
if (assignment.rate) await sendAtRate(assignment.rate);
else
  await Promise.all(Array.from({ length: Math.min(assignment.connections, assignment.calls) }, keepSending));
report.seconds = (performance.now() - start) / 1000;
process.stdout.write(JSON.stringify(report), () => process.exit());

async function keepSending(): Promise<void> {
  const connection = new Connection(assignment.url);
  while (takeCall()) await measure(connection);
}

async function sendAtRate(rate: number): Promise<void> {
  const idle: Connection[] = [];
  const running: Promise<void>[] = [];
  const leftOut = Math.ceil(assignment.calls * SHARE_LEFT_OUT);
  for (let index = 0; takeCall(); index++) {
    const earlyMs = start + (index * 1000) / rate - performance.now();
    if (earlyMs > 0) await new Promise((resolve) => setTimeout(resolve, earlyMs));
    const connection = idle.pop() ?? new Connection(assignment.url);
    running.push(measure(connection, index >= leftOut).then(() => void idle.push(connection)));
  }
  await Promise.all(running);
}

function takeCall(): boolean {
  return assignment.calls-- > 0;
}

async function measure(connection: Connection, isTimed = true): Promise<void> {
  const from = performance.now();
  const wrong = await connection.send(requests[Math.floor(Math.random() * requests.length)]!);
  if (isTimed) report.times.push(performance.now() - from);
  if (wrong === undefined) return;
  report.wrong++;
  report.example ??= wrong.slice(0, EXAMPLE_LENGTH);
}
