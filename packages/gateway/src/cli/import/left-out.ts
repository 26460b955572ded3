import type { ForeignDatabase, ForeignRow } from '../../db/foreign-database.ts';
import type { Note } from './report.ts';
import type { ImportRun, SourceKind } from './run-steps.ts';

/** A table of the source that is not taken over. */
export interface LeftOutTable {
  readonly table: string;
  readonly rows: number;
  readonly advice: string;
}

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
  LiteLLM_CredentialsTable: 'channels whose models name a credential lack their key: enter it',
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

/** What to do about columns that have no place here. Empty: nothing is lost with them. */
const columnAdvice: Readonly<Record<string, string>> = {
  'channels.header_override': 'a channel sends no headers of its own: the provider has to do without them',
  'channels.settings': 'look at the channel',
  'channels.system_prompt': 'a channel adds no system prompt: callers have to send it',
  'channels.remark': 'write it into the name or the tag of the channel',
  'tokens.cross_group_retry': 'a call stays in the group of its token',
  'users.remark': 'write it into the display name',
  'users.lark_id': 'there is no sign-in by Lark: its owner signs in by password',
  'users.discord_id': 'there is no sign-in by Discord: its owner signs in by password',
  'users.stripe_customer': 'payments by Stripe have to be set up again',
  'logs.ip': 'addresses of callers in earlier rows of the log are not kept',
};
/** Columns that follow from others, or say something about the other gateway itself. */
const SILENT = new Set([
  ...['users.last_login_at', 'users.auth_version', 'users.verification_code', 'users.channel'],
  ...['logs.channel_name', 'logs.request_id', 'logs.system_prompt_reset', 'logs.upstream_request_id'],
  ...['redemptions.count', 'quota_data.id', 'channels.channel_info', 'channels.models', 'channels.config'],
  ...['LiteLLM_UserTable.password', 'LiteLLM_UserTable.updated_at', 'LiteLLM_SpendLogs.completionStartTime'],
]);
/** Times of a row's own history, who wrote it, and what other tables say too. */
const SILENT_ANYWHERE =
  /^(created_at|updated_at|created_by|updated_by|last_active|budget_reset_at|total_tokens)$/;

/**
 * Watches which columns of rows are read. `report` notes those that were not although a row has something in them, so
 * that a column of a later version is never left out without a word.
 */
export function watchColumns(table: string, key: string, rows: readonly ForeignRow[]) {
  const read = new Set<string>([key]);
  const handler: ProxyHandler<ForeignRow> = {
    get(row, column) {
      if (typeof column === 'string') read.add(column);
      return row[column as string];
    },
  };
  return {
    rows: rows.map((row) => new Proxy(row, handler)),
    report(note: Note): void {
      const unread = Object.keys(rows[0] ?? {}).filter((column) => {
        return !read.has(column) && !SILENT.has(`${table}.${column}`) && !SILENT_ANYWHERE.test(column);
      });
      for (const row of unread.length > 0 ? rows : [])
        for (const column of unread.filter((each) => isFilled(row[each])))
          note(sentenceOf(table, column), exampleOf(row[key]));
    },
  };
}

function sentenceOf(table: string, column: string): string {
  const advice = columnAdvice[`${table}.${column}`];
  return `${column} is not taken over${advice ? `: ${advice}` : ''}`;
}

function isFilled(value: unknown): boolean {
  const text = typeof value === 'object' ? (JSON.stringify(value) ?? '') : String(value ?? '');
  return !EMPTY.has(text.trim());
}

const EMPTY = new Set(['', '0', '-1', 'null', 'false', 'f', '{}', '[]', '[""]', '0001-01-01 00:00:00+00:00']);
const SHORT = 16;

/** Keys of LiteLLM are known by their hashes: not the whole of one. */
function exampleOf(key: unknown): string {
  const text = String(key ?? '');
  return text.length > SHORT ? `${text.slice(0, SHORT)}…` : text;
}
