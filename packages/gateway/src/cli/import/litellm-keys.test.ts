import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { fillForeign } from '../../testing/foreign-tables.ts';
import { describeLitellmImports } from '../../testing/litellm-import.ts';

const key = (name: string) => ({
  ...{ token: createHash('sha256').update(name).digest('hex'), key_alias: name, user_id: 'u-1', spend: 0 },
  ...{ models: [] as string[], blocked: false },
});

describeLitellmImports('keys from LiteLLM', ({ change, take, read }) => {
  const statuses = () =>
    read(async ({ db }) => {
      const rows = await db.selectFrom('tokens').select(['name', 'status']).execute();
      return Object.fromEntries(rows.map(({ name, status }) => [name, status]));
    });

  test('keys of a blocked team, project or user are disabled', async () => {
    await change(async (db) => {
      await fillForeign(db, 'LiteLLM_TeamTable', [{ team_id: 'shut', blocked: true, spend: 0, models: [] }]);
      await db.schema.alterTable('LiteLLM_UserTable').addColumn('blocked', 'varchar(5)').execute();
      await fillForeign(db, 'LiteLLM_UserTable', [{ user_id: 'out', blocked: 'true', spend: 0, models: [] }]);
      await fillForeign(db, 'LiteLLM_ProjectTable', [{ project_id: 'p', blocked: true, models: [] }]);
      await fillForeign(db, 'LiteLLM_VerificationToken', [
        { ...key('of a team'), team_id: 'shut' },
        { ...key('of a project'), project_id: 'p' },
        { ...key('of a user'), user_id: 'out' },
      ]);
    });
    const report = await take();
    expect(report).toContain('1 × its team is blocked: disabled (of a team)');
    expect(report).toContain('1 × its project is blocked: disabled (of a project)');
    expect(report).toContain('1 × its user is blocked: disabled (of a user)');
    expect(await statuses()).toMatchObject({ plain: 1, 'of a team': 2, 'of a project': 2, 'of a user': 2 });
  });

  test('keys that are limited to routes are disabled', async () => {
    await change((db) =>
      fillForeign(db, 'LiteLLM_VerificationToken', [
        { ...key('chat'), allowed_routes: ['/chat/completions'] },
        { ...key('all'), allowed_routes: ['llm_api_routes'] },
      ]),
    );
    const report = await take();
    expect(report).toContain('disabled, because it is limited to /chat/completions: there is no such limit');
    expect(await statuses()).toMatchObject({ chat: 2, all: 1 });
  });

  test('columns that are left out are named, also when a key has a budget of a table', async () => {
    await change(async (db) => {
      await fillForeign(db, 'LiteLLM_BudgetTable', [{ budget_id: 'b', max_budget: 4 }]);
      await fillForeign(db, 'LiteLLM_VerificationToken', [
        { ...key('odd one'), budget_id: 'b', aliases: '{"a":"b"}', organization_id: 'o', project_id: 'p' },
      ]);
    });
    const report = await take();
    for (const sentence of [
      '1 × aliases is not taken over: map them in the channels (model_mapping)',
      '1 × organization_id is not taken over: there are no organizations here',
      '1 × there are no projects here: set the budget and the limits of its project on the token (odd one)',
    ])
      expect(report).toContain(sentence);
  });

  test('accounts that begin with nothing are named', async () => {
    await change(async (db) => {
      await fillForeign(db, 'LiteLLM_TeamTable', [{ team_id: 'Free', blocked: false, spend: 0, models: [] }]);
      await fillForeign(db, 'LiteLLM_UserTable', [
        { user_id: 'monthly', max_budget: 5, budget_duration: '30d', spend: 0, models: [] },
      ]);
      await fillForeign(db, 'LiteLLM_VerificationToken', [{ ...key('alone'), user_id: null }]);
    });
    const report = await take();
    for (const sentence of [
      '1 × no budget of its own: begins with nothing, see --credit (team Free)',
      '1 × no budget of its own: begins with nothing, see --credit (Ana)',
      '1 × no budget of its own: begins with nothing, see --credit (litellm)',
      '1 × its budget is a limit here, and its balance begins with nothing, see --credit (monthly)',
    ])
      expect(report).toContain(sentence);
  });

  test('calls with long ids are all kept, and failed ones are failed', async () => {
    const call = { startTime: '2025-10-09 08:00:00', model: 'gpt-4o', user: 'u-1', spend: 0 };
    const long = 'resp_'.padEnd(100, 'x');
    await change((db) =>
      fillForeign(db, 'LiteLLM_SpendLogs', [
        { ...call, request_id: `${long}1`, status: 'failure' },
        { ...call, request_id: `${long}2`, status: 'success' },
      ]),
    );
    expect(await take()).toContain('usage log      3 of 3');
    const rows = await read(({ logDb }) =>
      logDb.selectFrom('logs').select(['request_id', 'type']).orderBy('id').execute(),
    );
    expect(rows.map(({ type }) => type)).toEqual([2, 5, 2]);
    expect(rows.at(-1)?.request_id).toMatch(/^litellm-resp_x{17}-[0-9a-f]{32}$/);
  });
});
