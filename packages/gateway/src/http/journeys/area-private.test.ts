import { listAreas, makePublishToken, publishBuild, setCanary } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { makeAreaBuild, publishRequest } from '../../testing/area-builds.ts';
import { openAreaConsole } from '../../testing/area-console.ts';

const SECRET = '5555555555';

test('an area that is given to one user is in no page of anybody else', async () => {
  const { app, publisher } = await openAreaConsole();
  const root = app.as('root');
  const { token } = await root.get(makePublishToken, { id: 'secret-project', name: 'ci' });
  const build = makeAreaBuild(SECRET, { id: 'secret-project' });
  await app.as('visitor').get(publishBuild, publishRequest(build, { ...publisher, token }));
  await root.get(setCanary, { id: 'secret-project', build_id: SECRET, users: [app.people.user.id] });

  const page = async (who: 'visitor' | 'user' | 'other') =>
    (await app.as(who).send('GET', '/api/console/registry')).text;
  expect(await page('user')).toContain('secret-project');
  for (const who of ['visitor', 'other'] as const) expect(await page(who)).not.toContain('secret-project');

  const listed = (await root.get(listAreas, {})).find(({ id }) => id === 'secret-project');
  expect(listed?.everybody.state).toBe('unreleased');
});
