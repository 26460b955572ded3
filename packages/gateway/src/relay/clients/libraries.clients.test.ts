import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { follow } from '../../testing/guides/follow.ts';
import { readGuide } from '../../testing/guides/guide.ts';
import { clientsFolder, install } from '../../testing/guides/install.ts';
import { FORECAST, HELLO, planToTalk } from '../../testing/guides/talking-plan.ts';
import { startVendorLab, type Vendor, vendors } from '../../testing/guides/vendors.ts';
import type { RelayLab } from '../../testing/relay.ts';

const guides = ['langchain', 'llamaindex', 'vercel-ai-sdk', 'litellm'];
/**
 * What a vendor refuses of a client that speaks the vendor's own format, so that its requests pass unchanged.
 * The guide says what to use instead.
 */
const refusals: Record<string, Partial<Record<string, string>>> = {
  // Both leave out reasoning. ChatOpenAI asks for objects by a schema.
  langchain: { DeepSeek: 'The reasoning_content in the thinking mode must be passed back to the API.' },
  llamaindex: { DeepSeek: 'The reasoning_content in the thinking mode must be passed back to the API.' },
};
let lab: RelayLab;

beforeAll(async () => {
  lab = await startVendorLab();
});
afterAll(() => lab?.close());

describe.each(guides)('the program of the guide to %s', (name) => {
  const guide = readGuide(name);
  let commands: string[];
  beforeAll(() => {
    commands = install(name, guide);
  }, 900_000);

  test.each(Object.entries<Vendor>(vendors))(
    'talks, streams, calls a tool and gets an object from a model of %s',
    async (vendor, { model, script }) => {
      const base = mkdtempSync(path.join(clientsFolder, 'run-'));
      symlinkSync(path.join(clientsFolder, name, 'node_modules'), path.join(base, 'node_modules'));
      lab.upstream.script = script(planToTalk);
      const output = await follow(guide, { ...lab, model, base, commands });
      expect(output.split(HELLO), output).toHaveLength(3);
      const refusal = refusals[name]?.[vendor];
      expect(output).toContain(refusal ?? FORECAST);
      // The guide to LiteLLM has no objects.
      if (name !== 'litellm' && !refusal) expect(output).toMatch(/Bern.*Switzerland/);
      rmSync(base, { recursive: true });
    },
    300_000,
  );
});
