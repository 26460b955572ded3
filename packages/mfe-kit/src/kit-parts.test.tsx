import { createRequire } from 'node:module';
import * as data from '@tollgate/ui/data';
import * as form from '@tollgate/ui/form';
import { expect, test } from 'vitest';
import { readParts } from './kit-parts.ts';
import { KIT_PARTS } from './shared.ts';

const loader = createRequire(import.meta.url)('./kit-parts-loader.cjs') as (
  this: { getOptions(): { parts: Record<string, string> } },
  source: string,
) => string;
const parts = Object.fromEntries(readParts());
const rewrite = (source: string) => loader.call({ getOptions: () => ({ parts }) }, source);

test('each name of the kit for data and forms comes from one part', () => {
  const names = [...Object.keys(data), ...Object.keys(form)].sort();
  expect([...readParts().keys()].sort()).toEqual(names);
  expect(new Set(readParts().values())).toEqual(new Set(KIT_PARTS));
});

test('an import becomes one import for each part that has its names', () => {
  const source = `import { DataTable, Chart as Curve, type DataColumn, FilterBar } from '@tollgate/ui/data';`;
  expect(rewrite(source)).toBe(
    "import { DataTable, FilterBar } from '@tollgate/ui/parts/table'; import { Chart as Curve } from '@tollgate/ui/parts/charts';",
  );
});

test('an import keeps its number of lines, so that a stack names the lines of the source', () => {
  const source = "import {\n  Form,\n  Input,\n} from '@tollgate/ui/form';\nrun();\n";
  expect(rewrite(source).split('\n').indexOf('run();')).toBe(4);
});

test('names that no part has, and other modules, stay as they are', () => {
  const whole = "import { Other } from '@tollgate/ui/data';";
  expect(rewrite(whole)).toBe(whole);
  const core = "import { Button } from '@tollgate/ui/core';";
  expect(rewrite(core)).toBe(core);
  expect(rewrite("import { type Filters } from '@tollgate/ui/data';")).toBe('');
});
