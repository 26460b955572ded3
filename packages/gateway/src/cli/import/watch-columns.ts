import type { ForeignRow } from '../../db/foreign-database.ts';
import type { Note } from './report.ts';

const NO_ORGANIZATIONS = 'there are no organizations here: limit the token, or the user that owns it';

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
  'LiteLLM_VerificationToken.aliases': 'map them in the channels (model_mapping)',
  'LiteLLM_VerificationToken.organization_id': NO_ORGANIZATIONS,
  'LiteLLM_TeamTable.organization_id': NO_ORGANIZATIONS,
  'LiteLLM_UserTable.organization_id': NO_ORGANIZATIONS,
  'logs.ip': 'addresses of callers in earlier rows of the log are not kept',
};
/** Columns that follow from others, or say something about the other gateway itself. */
const SILENT = new Set([
  ...['users.last_login_at', 'users.auth_version', 'users.verification_code', 'users.channel'],
  ...['logs.channel_name', 'logs.request_id', 'logs.system_prompt_reset', 'logs.upstream_request_id'],
  ...['redemptions.count', 'quota_data.id', 'channels.channel_info', 'channels.models', 'channels.config'],
  'channels.used_quota', // a step of its own takes it
  ...['LiteLLM_UserTable.password', 'LiteLLM_UserTable.updated_at', 'LiteLLM_SpendLogs.completionStartTime'],
  'LiteLLM_SpendLogs.model', // callers know the name of its group
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
