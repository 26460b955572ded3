import { capture, secondsSince } from './processes.ts';

/** One line of the report: one check. */
export interface Part {
  name: string;
  hasPassed: boolean;
  seconds: number;
  /** A short text after the time: `313 passed`, `median 38 lines`. */
  note?: string;
  /** Shown in full after a failure, or when it needs attention. */
  output?: string;
  /** Number of passed tests, when the part consists of tests. */
  passed?: number;
  failed?: number;
  skipped?: number;
  /** What failed and why, one each; repeated at the end, because long logs are often shown truncated. */
  failures?: string[];
  /** What failed at first and passed when repeated. */
  unsteady?: string[];
}

/** Runs a program as a part: it succeeds with exit code 0. Its last line is the note when `isTalkative`. */
export async function runPart(
  name: string,
  command: string,
  args: string[],
  { isTalkative = false } = {},
): Promise<Part> {
  const { code, output, seconds } = await capture(command, args);
  const note = isTalkative && code === 0 ? output.trim().split('\n').at(-1) : undefined;
  return report({ name, hasPassed: code === 0, seconds, output, ...(note && { note }) });
}

/** Runs a function as a part: it returns complaints and a note. */
export function lookAt(name: string, look: () => { complaints: string[]; note: string }): Part {
  const started = performance.now();
  const { complaints, note } = look();
  const hasPassed = complaints.length === 0;
  return report({
    name,
    hasPassed,
    seconds: secondsSince(started),
    note,
    output: `${complaints.join('\n')}\n`,
  });
}

/** Reports a part that cannot run: a silent gap looks like success. */
export function skip(name: string, reason: string): Part {
  process.stdout.write(`  skipped ${name.padEnd(12)} ${reason}\n`);
  return { name, hasPassed: true, seconds: 0 };
}

export function report(part: Part): Part {
  const { name, hasPassed, seconds, note = '', output = '', failures = [], unsteady = [] } = part;
  process.stdout.write(
    `  ${hasPassed ? 'ok     ' : 'FAILED '} ${name.padEnd(12)} ${seconds.toFixed(1).padStart(6)} s  ${note}\n`,
  );
  for (const sentence of unsteady) process.stdout.write(`\nUnsteady: ${sentence}\n`);
  for (const sentence of failures) process.stdout.write(`\n${sentence}\n`);
  if (!hasPassed) process.stdout.write(`\n${output.trim()}\n\n`);
  return part;
}

/** Sums up all tests in one line. A part that breaks without a failed test counts as one failure. */
export function sumUp(parts: readonly Part[]): string {
  const sum = (count: (part: Part) => number) => parts.reduce((total, part) => total + count(part), 0);
  const failed = sum((part) => (part.hasPassed ? 0 : part.failed || 1));
  const [passed, skipped] = [sum((part) => part.passed ?? 0), sum((part) => part.skipped ?? 0)];
  const unsteady = sum((part) => part.unsteady?.length ?? 0);
  return `${passed} passed, ${failed} failed, ${skipped} skipped, ${unsteady} unsteady`;
}
