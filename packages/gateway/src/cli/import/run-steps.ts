import { type Context, transact } from '../../core/context.ts';
import type { ForeignDatabase, ForeignRow } from '../../db/foreign-database.ts';
import { upsert } from '../../db/portable.ts';
import type { Db } from '../../db/schema.ts';
import { emptyReport, type Note, noteIn, type StepReport } from './report.ts';
import { watchColumns } from './watch-columns.ts';

export type SourceKind = 'new-api' | 'one-api' | 'litellm';

/** One import: where from, where to, and what several steps need. */
export interface ImportRun {
  readonly kind: SourceKind;
  readonly ctx: Context;
  readonly source: ForeignDatabase;
  /** The usage log may be in a database of its own. */
  readonly logSource: ForeignDatabase;
  /** Options of the source. */
  readonly options: ReadonlyMap<string, string>;
  /** For LiteLLM. */
  readonly saltKey?: string | undefined;
  /** Quota units for users without a budget of their own. */
  readonly credit: number;
}

export interface Step {
  readonly name: string;
  readonly table: string;
  /** The column by which rows are read; unique, and ascending. */
  readonly key: string;
  readonly isLog?: boolean;
  /** Whether an earlier step took the rows, and this one needs a part of them again. */
  readonly readsAgain?: boolean;
  /** Rows of one transaction. */
  readonly batch?: number;
  /** For steps whose rows are not written in the main database: they begin again when they were interrupted. */
  readonly begin?: (run: ImportRun) => Promise<void>;
  /** Takes rows over, in the transaction that remembers how far the step is. Returns how many. */
  write(run: ImportRun, tx: Context, rows: readonly ForeignRow[], note: Note): Promise<number>;
  readonly finish?: (run: ImportRun, tx: Context) => Promise<void>;
}

const BATCH = 1000;

/** Runs the steps that are not done, each from where it was interrupted. */
export async function runSteps(
  run: ImportRun,
  steps: readonly Step[],
  onProgress: (line: string) => void,
): Promise<[string, StepReport][]> {
  const reports: [string, StepReport][] = [];
  for (const step of steps) {
    const report = await runStep(run, step, onProgress);
    if (report) reports.push([step.name, report]);
  }
  return reports;
}

/** Undefined when the source has no such table. */
async function runStep(
  run: ImportRun,
  step: Step,
  onProgress: (line: string) => void,
): Promise<StepReport | undefined> {
  const { ctx, kind } = run;
  const source = step.isLog ? run.logSource : run.source;
  const stored = await findProgress(ctx.db, kind, step.name);
  let report = stored?.report ?? emptyReport();
  if (stored?.isDone) return report;
  if (!(await source.hasTable(step.table))) return undefined;
  let after = step.begin ? undefined : stored?.position;
  if (step.begin) {
    report = emptyReport();
    await step.begin(run);
  }
  const total = await source.count(step.table);
  const batch = step.batch ?? BATCH;
  for (;;) {
    const rows = await source.page(step.table, step.key, after, batch);
    const last = rows.at(-1)?.[step.key];
    const isDone = rows.length < batch;
    report = await transact(ctx, async (tx) => {
      const next = structuredClone(report);
      next.read += rows.length;
      if (rows.length > 0) {
        const watched = watchColumns(step.table, step.key, rows);
        next.taken += await step.write(run, tx, watched.rows, noteIn(next));
        if (!step.readsAgain) watched.report(noteIn(next));
      }
      if (isDone) await step.finish?.(run, tx);
      const position = last === undefined ? (after ?? '') : String(last);
      await saveProgress(tx.db, [kind, step.name], { position, isDone, report: next });
      return next;
    });
    if (isDone) break;
    after = typeof last === 'number' ? last : String(last);
    if (report.read % 50_000 < batch) onProgress(`${step.name}: ${report.read} of ${total}`);
  }
  return report;
}

interface Progress {
  /** Numbers are compared as numbers by each database, so their text will do. */
  readonly position: string | number;
  readonly isDone: boolean;
  readonly report: StepReport;
}

async function findProgress(db: Db, source: SourceKind, step: string): Promise<Progress | undefined> {
  const row = await db
    .selectFrom('import_steps')
    .selectAll()
    .where('source', '=', source)
    .where('step', '=', step)
    .executeTakeFirst();
  if (!row) return undefined;
  const position = /^\d{1,15}$/.test(row.position) ? Number(row.position) : row.position;
  return { position, isDone: row.done === 1, report: JSON.parse(row.report) as StepReport };
}

function saveProgress(
  db: Db,
  [source, step]: readonly [SourceKind, string],
  { position, isDone, report }: Progress,
): Promise<void> {
  const row = {
    source,
    step,
    position: String(position),
    done: isDone ? 1 : 0,
    report: JSON.stringify(report),
  };
  return upsert(db, 'import_steps', ['source', 'step'], row);
}

/** Remembers that an import is finished, and its report. */
export function saveFinished(db: Db, source: SourceKind, at: number): Promise<void> {
  return saveProgress(db, [source, FINISHED], { position: at, isDone: true, report: emptyReport() });
}

/** When an import was finished, in seconds since 1970. */
export async function findFinished(db: Db, source: SourceKind): Promise<number | undefined> {
  const progress = await findProgress(db, source, FINISHED);
  return progress && Number(progress.position);
}

/** No step has this name. */
const FINISHED = '(finished)';

/** The source of an import that was begun, if any. */
export async function findBegun(db: Db): Promise<SourceKind | undefined> {
  const row = await db.selectFrom('import_steps').select('source').limit(1).executeTakeFirst();
  return row?.source as SourceKind | undefined;
}
