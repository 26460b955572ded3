import { expect, onTestFinished, test } from 'vitest';
import { buildTestApp } from '../../testing/app.ts';
import { makeAreaBuild } from '../../testing/area-builds.ts';
import { sweepAreas } from './area-retention.ts';
import * as builds from './repository/area-builds.ts';
import * as channels from './repository/area-channels.ts';

const DAY = 86_400;

test('builds are deleted after 30 days, except the ten newest and those that a rollout or a pin names', async () => {
  const now = 1_780_000_000;
  const app = await buildTestApp({ now: () => now * 1000 });
  onTestFinished(() => app.close());
  const { db } = app.ctx;
  const ids = Array.from({ length: 16 }, (_, age) => age.toString(16).padStart(10, '0'));
  for (const [age, build_id] of ids.entries())
    await builds.insert(
      db,
      {
        area_id: 'logs',
        build_id,
        version: '1',
        manifest: JSON.stringify(makeAreaBuild(build_id).manifest),
        signature: '',
        key_id: 1,
        token_id: 1,
        bytes: 1,
        published_at: now - (age < 12 ? age : age + 30) * DAY,
      },
      [{ path: 'a.js', content: Buffer.from('1') }],
    );
  const [, , , , , , , , , , , , old, stable, earlier, pinned] = ids as [string, ...string[]];
  await channels.lock(db, 'logs');
  await channels.update(db, 'logs', { stable_build: stable ?? '', history: earlier ?? '' });
  const pin = { area_id: 'logs', user_id: 1, build_id: pinned ?? '', reason: '', expires_at: now + 60 };
  await channels.pin(db, pin);

  await sweepAreas(app.ctx);
  const left = (await builds.list(db)).map(({ build_id }) => build_id);
  expect(left).toEqual(ids.filter((id) => id !== old));
});
