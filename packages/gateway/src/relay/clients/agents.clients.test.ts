import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { follow } from '../../testing/guides/follow.ts';
import { readGuide } from '../../testing/guides/guide.ts';
import { clientsFolder, install } from '../../testing/guides/install.ts';
import { agents } from '../../testing/guides/programs.ts';
import { allVendors, startVendorLab } from '../../testing/guides/vendors.ts';
import { CONTENT, FAREWELL, FILE, ORDER, planToWrite } from '../../testing/guides/writing-plan.ts';
import type { RelayLab } from '../../testing/relay.ts';

let lab: RelayLab;

beforeAll(async () => {
  lab = await startVendorLab(allVendors);
});
afterAll(() => lab?.close());

describe.each(agents)('the guide to %s', (name) => {
  const guide = readGuide(name);
  let commands: string[];
  beforeAll(() => {
    commands = install(name, guide);
  });

  test('gives the agent the order of these tests', () => expect(guide.script).toContain(ORDER));

  test.each(Object.entries(allVendors))(
    'leads to a file that a model of %s writes',
    async (_vendor, { model, script }) => {
      // Not in the system's folder for temporary files, where Codex refuses to have its home.
      const base = mkdtempSync(path.join(clientsFolder, 'run-'));
      const folder = path.join(base, 'work');
      lab.upstream.script = script((call) => planToWrite(folder, call));
      const output = await follow(guide, { ...lab, model, base, commands });
      expect(output).toContain(FAREWELL);
      const file = path.join(folder, FILE);
      expect((existsSync(file) ? readFileSync(file, 'utf8') : output).trim()).toBe(CONTENT);
      rmSync(base, { recursive: true });
    },
  );
});
