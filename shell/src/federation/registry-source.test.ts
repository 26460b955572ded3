import type { RegistrySnapshot } from '@tollgate/contract';
import { expect, test, vi } from 'vitest';
import { createRegistrySource } from './registry-source.ts';

const snapshot = (rev: string) => ({ schema: 1, rev }) as RegistrySnapshot;

test('a late answer to an earlier refresh does not replace a newer registry', async () => {
  const answers: ((rev: string) => void)[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    () => new Promise((resolve) => answers.push((rev) => resolve(Response.json(snapshot(rev))))),
  );
  const registry = createRegistrySource(snapshot('1'));
  const both = [registry.refresh(), registry.refresh()];
  answers[1]?.('3');
  await both[1];
  answers[0]?.('2');
  await both[0];
  expect(registry.get().rev).toBe('3');
});
