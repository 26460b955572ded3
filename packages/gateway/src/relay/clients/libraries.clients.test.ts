import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { follow } from '../../testing/guides/follow.ts';
import { readGuide } from '../../testing/guides/guide.ts';
import { clientsFolder, install } from '../../testing/guides/install.ts';
import { findRefusal, libraries } from '../../testing/guides/programs.ts';
import { FORECAST, HELLO, planToTalk } from '../../testing/guides/talking-plan.ts';
import { allVendors, startVendorLab } from '../../testing/guides/vendors.ts';
import type { RelayLab } from '../../testing/relay.ts';

let lab: RelayLab;

beforeAll(async () => {
  lab = await startVendorLab(allVendors);
});
afterAll(() => lab?.close());

describe.each(libraries)('the program of the guide to %s', (name) => {
  const guide = readGuide(name);
  let commands: string[];
  beforeAll(() => {
    commands = install(name, guide);
  });

  test.each(Object.entries(allVendors))(
    'talks, streams, calls a tool and gets an object from a model of %s',
    async (vendor, { model, script }) => {
      const base = mkdtempSync(path.join(clientsFolder, 'run-'));
      symlinkSync(path.join(clientsFolder, name, 'node_modules'), path.join(base, 'node_modules'));
      lab.upstream.script = script(planToTalk);
      const output = await follow(guide, { ...lab, model, base, commands });
      expect(output.split(HELLO), output).toHaveLength(3);
      const refusal = findRefusal(name, vendor)?.text;
      expect(output).toContain(refusal ?? FORECAST);
      // The guide to LiteLLM has no objects.
      if (name !== 'litellm' && !refusal) expect(output).toMatch(/Bern.*Switzerland/);
      rmSync(base, { recursive: true });
    },
  );
});
