import { expectTypeOf, test } from 'vitest';
import type * as v13 from '../host-api/1.3/index.d.ts';
import type * as v14 from '../host-api/1.4/index.d.ts';
import type * as current from './index.ts';

test('what an area imports of an earlier minor version still has a type that fits', () => {
  type Used =
    | 'defineArea'
    | 'useArea'
    | 'useSession'
    | 'useReadable'
    | 'createBus'
    | 'createStore'
    | 'reaches';
  expectTypeOf<Pick<typeof current, Used>>().toExtend<Pick<typeof v13, Used>>();
  expectTypeOf<Pick<typeof current, Used>>().toExtend<Pick<typeof v14, Used>>();
  expectTypeOf<current.AreaContext['telemetry']>().toExtend<v14.AreaContext['telemetry']>();
  // Points keep what they give: an extension of an earlier version is drawn with these props.
  expectTypeOf<current.ExtensionPoints>().toExtend<v14.ExtensionPoints>();
});
