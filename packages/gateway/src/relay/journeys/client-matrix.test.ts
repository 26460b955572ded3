import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addChannel,
  type Dialect,
  type DialectName,
  dialects,
  modelOf,
} from '../../testing/client-matrix/dialects.ts';
import { findException } from '../../testing/client-matrix/exceptions.ts';
import { type ClientName, matrixClients } from '../../testing/client-matrix/questions.ts';
import { describeMatrix } from '../../testing/client-matrix/table.ts';
import { planFor, type TaskName, tasks } from '../../testing/client-matrix/tasks.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';

const clients = Object.keys(matrixClients) as ClientName[];
const columns = Object.keys(dialects) as DialectName[];
let lab: RelayLab;

beforeAll(async () => {
  lab = await startRelayLab({ quota: 100_000_000, channel: false });
  const purposes = ['tasks', 'reasoning', ...clients];
  const models = columns.flatMap((name) => purposes.map((purpose) => modelOf(name, purpose)));
  await lab.option('ModelRatio', Object.fromEntries(models.map((model) => [model, 1])));
  for (const name of columns) await addChannel(lab, name, clients);
});
afterAll(() => lab.close());

const cells = clients.flatMap((client) => columns.map((dialect) => ({ client, dialect })));

describe.each(cells)('the $client client at $dialect', (cell) => {
  beforeEach(() => {
    const { provider }: Dialect = dialects[cell.dialect];
    lab.upstream.script = provider(planFor(cell.dialect));
  });

  test.each(Object.keys(tasks) as TaskName[])('%s', async (task) => {
    const error = findException(cell, task)?.error;
    const run = tasks[task](lab, cell);
    if (!error) return run;
    await expect(run).rejects.toThrow(error);
  });
});

test('docs/connect/matrix.md names every client and provider, and what cannot work', async () => {
  const file = join(import.meta.dirname, '../../../../../docs/connect/matrix.md');
  await expect(describeMatrix()).toMatchFileSnapshot(file);
});
