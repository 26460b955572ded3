import { capture, secondsSince } from './processes.ts';

/** One line of the report: something that was checked. */
export interface Part {
  name: string;
  isWell: boolean;
  seconds: number;
  /** A few words beside the time: `313 passed`, `median 38 lines`. */
  note?: string;
  /** Shown in full when something is wrong, or when there is something to look at. */
  output?: string;
  /** Tests, where the part consists of tests. */
  passed?: number;
  failed?: number;
  /** What failed and why, one each; said again at the end, as a log of thousands of lines is often shown cut. */
  failures?: string[];
  /** What failed at first and passed when it was repeated. */
  unsteady?: string[];
}

/** A part that is a program: it is well when the exit code is 0. Its last line is the note where `isTalkative`. */
export async function runPart(
  name: string,
  command: string,
  args: string[],
  { isTalkative = false } = {},
): Promise<Part> {
  const { code, output, seconds } = await capture(command, args);
  const note = isTalkative && code === 0 ? output.trim().split('\n').at(-1) : undefined;
  return report({ name, isWell: code === 0, seconds, output, ...(note && { note }) });
}

/** A part that is a function: it answers complaints, and a note. */
export function lookAt(name: string, look: () => { complaints: string[]; note: string }): Part {
  const started = performance.now();
  const { complaints, note } = look();
  const isWell = complaints.length === 0;
  return report({ name, isWell, seconds: secondsSince(started), note, output: `${complaints.join('\n')}\n` });
}

/** Parts that cannot run say so: a silent gap looks like success. */
export function skip(name: string, reason: string): Part {
  process.stdout.write(`  skipped ${name.padEnd(12)} ${reason}\n`);
  return { name, isWell: true, seconds: 0 };
}

export function report(part: Part): Part {
  const { name, isWell, seconds, note = '', output = '', failures = [], unsteady = [] } = part;
  process.stdout.write(
    `  ${isWell ? 'ok     ' : 'FAILED '} ${name.padEnd(12)} ${seconds.toFixed(1).padStart(6)} s  ${note}\n`,
  );
  for (const sentence of unsteady) process.stdout.write(`\nUnsteady: ${sentence}\n`);
  for (const sentence of failures) process.stdout.write(`\n${sentence}\n`);
  if (!isWell) process.stdout.write(`\n${output.trim()}\n\n`);
  return part;
}
