/** What a step read and took over, and what it changed or left out. */
export interface StepReport {
  read: number;
  taken: number;
  /** By sentence: how many rows, and the first of them. */
  notes: Record<string, { count: number; examples: string[] }>;
}

const EXAMPLES = 5;

export function emptyReport(): StepReport {
  return { read: 0, taken: 0, notes: {} };
}

/** Says that a row was not taken over as it is. `example` names the row, and is never a secret. */
export type Note = (sentence: string, example: string | number) => void;

export function noteIn(report: StepReport): Note {
  return (sentence, example) => {
    const note = report.notes[sentence] ?? { count: 0, examples: [] };
    note.count += 1;
    if (note.examples.length < EXAMPLES) note.examples.push(String(example).slice(0, 100));
    report.notes[sentence] = note;
  };
}

/** A table of the source that is not taken over. */
export interface LeftOutTable {
  readonly table: string;
  readonly rows: number;
  readonly advice: string;
}

/** The report for the operator. */
export function formatReport(
  steps: readonly (readonly [string, StepReport])[],
  leftOut: readonly LeftOutTable[],
): string {
  const lines = steps.flatMap(([name, { read, taken, notes }]) => [
    `${name.padEnd(14)} ${taken} of ${read}`,
    ...Object.entries(notes).map(([sentence, { count, examples }]) => {
      const more = count > examples.length ? ', …' : '';
      return `  ${count} × ${sentence} (${examples.join(', ')}${more})`;
    }),
  ]);
  const tables = leftOut.map(
    ({ table, rows, advice }) => `  ${table}: ${rows} ${rows === 1 ? 'row' : 'rows'}. Next step: ${advice}`,
  );
  return `${[...lines, ...(tables.length > 0 ? ['tables that are not taken over', ...tables] : [])].join('\n')}\n`;
}
