import { createHash } from 'node:crypto';
import type { UntypedDb } from '../db/portable.ts';
import { createForeign, fillForeign, type Shape } from './foreign-tables.ts';

const budget: Shape = {
  ...{ spend: 'real', max_budget: 'real', budget_duration: 'text', models: 'list', created_at: 'time' },
  ...{ tpm_limit: 'int', rpm_limit: 'int', max_parallel_requests: 'int' },
  ...{ soft_budget: 'real', model_max_budget: 'text', metadata: 'text', budget_id: 'varchar(64)' },
};
const tables: Readonly<Record<string, Shape>> = {
  LiteLLM_TeamTable: { team_id: 'varchar(64)', team_alias: 'text', blocked: 'bool', ...budget },
  LiteLLM_UserTable: {
    ...{
      user_id: 'varchar(64)',
      user_alias: 'text',
      user_email: 'text',
      user_role: 'text',
      password: 'text',
    },
    ...budget,
  },
  LiteLLM_VerificationToken: {
    ...{ token: 'varchar(64)', key_name: 'text', key_alias: 'text', user_id: 'text', team_id: 'text' },
    ...{ expires: 'time', blocked: 'bool', ...budget, allowed_routes: 'list', aliases: 'text' },
    ...{ project_id: 'text', organization_id: 'text' },
  },
  LiteLLM_BudgetTable: { ...budget, budget_id: 'varchar(64)' },
  LiteLLM_ProxyModelTable: {
    ...{ model_id: 'varchar(64)', model_name: 'text', litellm_params: 'text', model_info: 'text' },
    blocked: 'bool',
  },
  LiteLLM_ProjectTable: { project_id: 'varchar(64)', blocked: 'bool', models: 'list' },
  LiteLLM_CredentialsTable: { credential_name: 'varchar(64)', credential_values: 'text' },
  LiteLLM_SpendLogs: {
    ...{
      request_id: 'varchar(255)',
      status: 'text',
      api_key: 'text',
      spend: 'real',
      prompt_tokens: 'int',
      completion_tokens: 'int',
    },
    ...{ startTime: 'time', endTime: 'time', model: 'text', model_group: 'text', user: 'text' },
  },
};

/** Keys as their owners have them. One has hyphens, as one of three has there. */
export const LITELLM_KEYS = {
  plain: 'sk-Zx81kfhPqLs92mVbR0aaQw',
  hyphen: 'sk-a-b_c12-34dEfGhIjKlMnO',
  budget: 'sk-Budget00000000000000aa',
  blocked: 'sk-Blocked0000000000000aa',
  team: 'sk-Team000000000000000aaa',
} as const;
export const SALT_KEY = 'sk-salt-1234';
/** `openai/gpt-4o` and `sk-provider`, sealed with the salt key by PyNaCl, which LiteLLM uses. */
export const SEALED_MODEL = '4CombY_oWMFpM_1BXyuA-pX5K1sfCJx4SN2QJWBs3esOT3gZ15d0RamIsH-Mt-YTEWDQLPs=';
export const SEALED_KEY = 'nXNDFqbpfCedDpyjBjXVe-YQI77lqe31uUCRZkMnSKIFsw4rW1uG3UuErUWaNo2wJG-2';

const hash = (key: string) => createHash('sha256').update(key).digest('hex');

/** Makes what an installation of LiteLLM has. `base` is the address of a provider. */
export async function makeLitellm(db: UntypedDb, base: string): Promise<void> {
  for (const [table, shape] of Object.entries(tables)) await createForeign(db, table, shape);
  const start = '2025-10-09 08:00:00';
  await fillForeign(db, 'LiteLLM_TeamTable', [
    {
      team_id: 'team-1',
      team_alias: 'Red',
      max_budget: 50,
      spend: 8,
      blocked: false,
      models: [],
      created_at: start,
    },
  ]);
  await fillForeign(db, 'LiteLLM_UserTable', [
    {
      user_id: 'u-1',
      user_alias: 'Ana',
      user_email: 'ana@x.test',
      user_role: 'proxy_admin',
      spend: 1.5,
      models: [],
    },
    { user_id: 'u-2', user_email: 'ana@y.test', user_alias: 'Ana', max_budget: 10, spend: 4, models: [] },
  ]);
  const key = { spend: 0, models: [], blocked: false, created_at: start };
  await fillForeign(db, 'LiteLLM_VerificationToken', [
    { ...key, token: hash(LITELLM_KEYS.plain), key_alias: 'plain', user_id: 'u-1', rpm_limit: 100 },
    { ...key, token: hash(LITELLM_KEYS.hyphen), key_alias: 'hyphen', user_id: 'u-2', models: ['gpt-4o'] },
    {
      ...key,
      token: hash(LITELLM_KEYS.budget),
      key_alias: 'budget',
      user_id: 'u-1',
      max_budget: 0.5,
      spend: 0.25,
    },
    { ...key, token: hash(LITELLM_KEYS.blocked), key_alias: 'blocked', user_id: 'u-1', blocked: true },
    {
      ...key,
      token: hash(LITELLM_KEYS.team),
      key_name: 'sk-...aaa',
      team_id: 'team-1',
      max_budget: 5,
      budget_duration: '30d',
    },
    { ...key, token: 'sk-odd', key_alias: 'odd', user_id: 'u-1' },
  ]);
  const sealed = { model: SEALED_MODEL, api_key: SEALED_KEY, api_base: `${base}/v1` };
  await fillForeign(db, 'LiteLLM_ProxyModelTable', [
    { model_id: 'm1', model_name: 'gpt-4o', litellm_params: JSON.stringify(sealed) },
    { model_id: 'm2', model_name: 'fast', litellm_params: JSON.stringify(sealed) },
    { model_id: 'm3', model_name: 'away', litellm_params: '{"model":"openai/x","api_key":"os.environ/KEY"}' },
    { model_id: 'm4', model_name: 'rare', litellm_params: '{"model":"rarely/known","api_key":"k"}' },
  ]);
  await fillForeign(db, 'LiteLLM_SpendLogs', [
    {
      ...{ request_id: 'chatcmpl-1', api_key: hash(LITELLM_KEYS.plain), spend: 0.002, prompt_tokens: 10 },
      ...{
        completion_tokens: 5,
        startTime: start,
        endTime: '2025-10-09 08:00:02',
        model: 'gpt-4o-2024',
        model_group: 'gpt-4o',
        user: 'u-1',
      },
    },
  ]);
}
