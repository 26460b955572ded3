import { randomBytes } from 'node:crypto';
import { publishBuild } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { addFile, makeAreaBuild, publishRequest } from '../../testing/area-builds.ts';
import { openAreaConsole } from '../../testing/area-console.ts';

test('a page above its size budget is refused, wherever its weight is', async () => {
  const { app, publisher } = await openAreaConsole();
  const reasonsOf = async (build: ReturnType<typeof makeAreaBuild>) => {
    const { body } = await app.as('visitor').call(publishBuild, publishRequest(build, publisher));
    return body.details.reasons;
  };
  const noise = randomBytes(62_000);
  const listed = makeAreaBuild('3333333333');
  listed.manifest.pages = { '/logs': [addFile(listed, 'static/js/page.0123456789.js', noise)] };
  expect(await reasonsOf(listed)).toMatch(/BUDGET \/logs weighs 6\d\.\d kB, allowed are 60/);
  const hidden = makeAreaBuild('4444444444');
  for (const part of ['a', 'b', 'c', 'd', 'e', 'f', 'g'])
    addFile(hidden, `static/js/${part}.0123456789.js`, noise);
  expect(await reasonsOf(hidden)).toMatch(/BUDGET build weighs 43\d\.\d kB/);
});
