import { expectTypeOf, test } from 'vitest';
import type { ConsoleEvents } from './bus.ts';
import type { ExtensionPoint } from './extensions.tsx';
import type { knownEvents, knownPoints } from './names.ts';

test('the names of events and extension points are complete', () => {
  expectTypeOf<(typeof knownEvents)[number]>().toEqualTypeOf<keyof ConsoleEvents>();
  expectTypeOf<(typeof knownPoints)[number]>().toEqualTypeOf<ExtensionPoint>();
});
