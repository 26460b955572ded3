import { expect, test, vi } from 'vitest';
import { SEALED_KEY, SEALED_MODEL } from '../../testing/foreign-litellm.ts';
import { fillForeign } from '../../testing/foreign-tables.ts';
import { describeLitellmImports } from '../../testing/litellm-import.ts';

const model = (name: string, params: object, rest: object = {}) => ({
  model_id: `x ${name} ${JSON.stringify(params)}`.slice(0, 64),
  model_name: name,
  litellm_params: JSON.stringify({ model: `openai/${name}`, api_key: 'sk-own', ...params }),
  ...rest,
});

describeLitellmImports('models from LiteLLM', ({ change, take, read }) => {
  const addModels = (...rows: ReturnType<typeof model>[]) =>
    change((db) => fillForeign(db, 'LiteLLM_ProxyModelTable', rows));
  const channels = () =>
    read(({ db }) =>
      db
        .selectFrom('channels')
        .select(['name', 'models', 'status', 'base_url', 'model_mapping', 'key_sealed', 'other_info'])
        .orderBy('id')
        .execute(),
    );
  const channelOf = async (name: string) =>
    (await channels()).find(({ models }) => models.split(',').includes(name));

  test.each(['sk-wrong', ''])('an import with the salt key "%s" stops before it writes', async (saltKey) => {
    vi.stubEnv('LITELLM_SALT_KEY', saltKey);
    await expect(take('--dry-run')).rejects.toThrow(/^No value could be opened.* LITELLM_SALT_KEY/);
    await expect(take()).rejects.toThrow(/^No value could be opened.* run the same command again\.$/);
    expect(await read(({ db }) => db.selectFrom('users').select('id').execute())).toEqual([]);
    expect(await read(({ db }) => db.selectFrom('import_steps').select('step').execute())).toEqual([]);
  });

  test('single values that do not open become no key, address or mapping', async () => {
    const [key, destination] = [SEALED_KEY, SEALED_MODEL].map((value) => value.replace(/^./, 'A'));
    await addModels(
      model('bad key', { api_key: key }),
      model('bad address', { api_base: key }),
      model('bad model', { model: destination }),
    );
    const report = await take();
    for (const [name, field] of [
      ['bad key', 'api_key'],
      ['bad address', 'api_base'],
      ['bad model', 'model'],
    ] as const) {
      expect(report).toContain(`disabled: LITELLM_SALT_KEY does not open its ${field}: enter it here`);
      expect(await channelOf(name)).toMatchObject({ status: 2, base_url: '' });
    }
    expect(JSON.stringify(await channels())).not.toContain(destination?.slice(0, 20));
  });

  test('blocked models and names with * are not enabled, and models of a team are left out', async () => {
    await addModels(
      model('shut', {}, { blocked: true }),
      model('openai/*', { model: 'openai/*' }),
      model('model_name_t_1', {}, { model_info: '{"team_id":"team-1","team_public_model_name":"secret"}' }),
    );
    const report = await take();
    expect(report).toContain('disabled: it is blocked there: enable it if it may be called');
    expect(report).toContain('disabled: a name with * is no model here: enter the models that it means');
    expect(report).toContain('1 × it belongs to one team: left out.');
    expect(report).toContain('(secret)');
    expect(report).toContain('channels       6 of 7');
    expect(await channelOf('shut')).toMatchObject({ status: 2 });
    expect(await channelOf('openai/*')).toMatchObject({ status: 2, model_mapping: null });
    expect(await channelOf('model_name_t_1')).toBeUndefined();
  });

  test('keys of the environment are separate channels, and credentials are opened', async () => {
    await change((db) =>
      fillForeign(db, 'LiteLLM_CredentialsTable', [
        { credential_name: 'ours', credential_values: JSON.stringify({ api_key: SEALED_KEY }) },
      ]),
    );
    await addModels(
      model('one', { api_key: 'os.environ/ONE' }),
      model('two', { api_key: 'os.environ/TWO' }),
      model('three', { api_key: undefined, litellm_credential_name: 'ours' }),
      model('four', { api_key: undefined, litellm_credential_name: 'gone' }),
    );
    const report = await take();
    for (const sentence of [
      'its api_key is in the environment of LiteLLM (ONE): enter it here',
      'its api_key is in the environment of LiteLLM (TWO): enter it here',
      'its credential gone is not in the database: enter the key here',
    ])
      expect(report).toContain(sentence);
    const statuses = await Promise.all(['one', 'two', 'three', 'four'].map(channelOf));
    expect(statuses.map((channel) => channel?.status)).toEqual([2, 2, 1, 2]);
    const all = await channels();
    expect(all.filter(({ models }) => /^(one|two)/.test(models))).toHaveLength(2);
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  });

  test('two deployments of a model with one key stay two channels', async () => {
    await addModels(model('pair', { model: 'openai/a' }), model('pair', { model: 'openai/b' }));
    await take();
    const pair = (await channels()).filter(({ models }) => models === 'pair');
    expect(pair.map(({ model_mapping }) => model_mapping)).toEqual(['{"pair":"a"}', '{"pair":"b"}']);
    expect(pair.map(({ name }) => name)).toEqual(['openai pair', 'openai pair 2']);
  });

  test('own prices are taken over, and those that are not by token are named', async () => {
    await addModels(
      model('priced', { input_cost_per_token: 0.000003, output_cost_per_token: 0.000015 }),
      model('free', { input_cost_per_token: 0, output_cost_per_token: 0 }),
      model('timed', { input_cost_per_second: 0.01 }),
    );
    const report = await take();
    expect(report).toContain('its price is set: 3 and 15 dollars per million tokens (priced)');
    expect(report).toContain('its price is set: 0 and 0 dollars per million tokens (free)');
    expect(report).toContain('its input_cost_per_second is 0.01 dollars there: set its price here (timed)');
    expect(report).not.toMatch(/it has no price yet and cannot be called \([^)]*priced/);
    const rows = await read(({ db }) =>
      db
        .selectFrom('price_versions')
        .select(['input', 'output_ratio'])
        .where('model', '=', 'priced')
        .execute(),
    );
    expect(rows.map(({ input, output_ratio }) => [Number(input), Number(output_ratio)])).toEqual([[3, 5]]);
  });
});
