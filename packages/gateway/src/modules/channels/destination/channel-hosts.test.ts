import { Role } from '@tollgate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CallContext } from '../../../core/context.ts';
import { buildTestApp, type TestApp } from '../../../testing/app.ts';
import { describeDatabases } from '../../../testing/databases.ts';
import { change } from '../../shared/change.ts';
import { allowPrivateHost } from './channel-hosts.ts';

describeDatabases('hosts of channels', (database) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildTestApp({ database: await database.create() });
  });
  afterAll(() => app.close());

  /** Opens another gateway, which has not yet read what others saved. */
  function gateway(): CallContext {
    const current = { ...app.ctx.options.current };
    const options = { current, reload: async () => {} };
    const caller = { id: 1, username: 'root', role: Role.root, group: 'default', sessionId: null };
    return { ...app.ctx, options, caller, ip: '', requestId: 'r', language: 'en' };
  }

  const allow = (ctx: CallContext, host: string) =>
    change(ctx, ['options'], (tx) => allowPrivateHost(tx, { base_url: `http://${host}` }));

  async function listHosts(): Promise<string[]> {
    await app.ctx.options.reload();
    return [...app.ctx.options.current.ChannelPrivateHosts].sort();
  }

  test('are all kept when two gateways confirm one each at the same time', async () => {
    await Promise.all([allow(gateway(), '10.0.0.1:8000'), allow(gateway(), '10.0.0.2:8000')]);
    expect(await listHosts()).toEqual(['10.0.0.1:8000', '10.0.0.2:8000']);
  });

  test('are kept when a gateway confirms one before it has read the others', async () => {
    const late = gateway();
    await allow(gateway(), '10.0.0.3:8000');
    await allow(late, '10.0.0.4:8000');
    expect(await listHosts()).toEqual(expect.arrayContaining(['10.0.0.3:8000', '10.0.0.4:8000']));
  });
});
