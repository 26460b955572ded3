import type { ForeignDatabase } from '../../db/foreign-database.ts';
import type { LeftOutTable } from './report.ts';
import type { ImportRun, SourceKind } from './run-steps.ts';

/** What to do about tables that have no place here. Empty: nothing of theirs is lost. */
const newApiTables: Readonly<Record<string, string>> = {
  abilities: '', // follows from the channels
  setups: '',
  two_fas: 'there is no second factor here: tell the owners, they sign in by password alone',
  two_fa_backup_codes: 'they belong to second factors, which do not exist here',
  passkey_credentials: 'there are no passkeys here: their owners sign in by password or another account',
  subscription_plans: 'there are no subscriptions here: give users a balance, groups and limits instead',
  user_subscriptions:
    'what is left of a subscription is not in the balance: add it to the balance of its user',
  subscription_orders: 'orders of subscriptions: keep the old database for your books',
  subscription_pre_consume_records: '',
  checkins: 'there are no daily rewards here: those that were given are in the balances',
  models: 'texts about models: write what callers need into the prices of your models',
  vendors: 'they belong to texts about models',
  prefill_groups: 'lists for forms: choose models and groups in the forms of this console',
  custom_oauth_providers: 'set up OpenID Connect in the settings',
  user_oauth_bindings: 'their owners sign in by password and bind the account again',
};

const litellmTables: Readonly<Record<string, string>> = {
  _prisma_migrations: '',
  LiteLLM_BudgetTable: '', // read for the keys that name one
  LiteLLM_DailyUserSpend: '', // the usage log has it
  LiteLLM_DailyTeamSpend: '',
  LiteLLM_DailyTagSpend: '',
  LiteLLM_DailyOrganizationSpend: '',
  LiteLLM_DailyEndUserSpend: '',
  LiteLLM_DailyAgentSpend: '',
  LiteLLM_CronJob: '',
  LiteLLM_HealthCheckTable: '',
  LiteLLM_AuditLog: 'keep the old database for your records',
  LiteLLM_ErrorLogs: 'keep the old database for your records',
  LiteLLM_Config: 'settings of the proxy: look for each in the settings of this console',
  LiteLLM_CredentialsTable: '', // read for the models that name one
  LiteLLM_ProjectTable:
    'the models and blocks of projects are in their keys: limit the tokens or their users',
  LiteLLM_EndUserTable: 'customers of callers have no budgets here: give each a token with a limit',
  LiteLLM_OrganizationTable: 'there are no organizations here: limit their teams and users',
  LiteLLM_OrganizationMembership: 'they belong to organizations, which do not exist here',
  LiteLLM_TeamMembership: 'members of a team have no budget in it here: limit their tokens',
  LiteLLM_TagTable: 'there are no tags of calls here: use a token for each purpose',
  LiteLLM_ModelTable: 'names of models by team: map them in the channels (model_mapping)',
  LiteLLM_AccessGroupTable: 'add the models of the group to the lists of its tokens',
  LiteLLM_ObjectPermissionTable: 'it restricts tools and files that do not exist here',
};

const adviceOf: Record<SourceKind, Readonly<Record<string, string>>> = {
  'new-api': newApiTables,
  'one-api': newApiTables,
  litellm: litellmTables,
};

/** The tables of the source that have rows which no step reads. */
export async function listLeftOut(
  { kind, source, logSource }: ImportRun,
  read: readonly string[],
): Promise<LeftOutTable[]> {
  const found: LeftOutTable[] = [];
  for (const table of [...(await source.tables())].sort()) {
    const advice = adviceOf[kind][table] ?? 'it is not known here: look whether you need it';
    if (read.includes(table) || advice === '' || INTERNAL.test(table)) continue;
    const rows = await source.count(table);
    if (rows > 0) found.push({ table, rows, advice });
  }
  return logSource === source ? found : [...found, ...(await repeatedLog(source))];
}

const INTERNAL = /^sqlite_/;

/** With `--logs`, the log of the main database is not read. */
async function repeatedLog(source: ForeignDatabase): Promise<LeftOutTable[]> {
  const rows = (await source.hasTable('logs')) ? await source.count('logs') : 0;
  const advice = 'the log of this database is not read, because --logs names another one';
  return rows > 0 ? [{ table: 'logs', rows, advice }] : [];
}
