import type { IdentityProvider } from '@tollgate/contract';
import type { Context } from '../../core/context.ts';
import { nameSkeletons } from '../../core/name-skeletons.ts';
import { insertMany, keeping } from '../../db/bulk.ts';
import { numberFromHere } from '../../db/portable.ts';
import { openTakenOver } from '../../ledger/post.ts';
import { isBcrypt } from '../../modules/identity/credentials/passwords.ts';
import type { StoredSetting } from '../../modules/identity/users/stored-setting.ts';
import { sealedPlace } from '../../modules/secrets/sealed-places.ts';
import { sha256 } from '../../modules/secrets/secrets.ts';
import type { Note } from './report.ts';
import type { ImportRun, Step } from './run-steps.ts';
import { Fields, toObject } from './values.ts';

/** Users keep their ids, also those who deregistered: their names stay taken, and rows of the log point to them. */
export const userStep: Step = {
  name: 'users',
  table: 'users',
  key: 'id',
  async write(run, tx, rows, note) {
    const at = Math.floor(tx.now() / 1000);
    const people = rows.map((row) => toPerson(run, tx, new Fields(row), { at, note }));
    await insertMany(
      tx.db,
      insertUsers,
      people.map(({ columns }) => Object.values(columns)),
    );
    await insertMany(
      tx.db,
      insertSkeletons,
      people.flatMap(({ columns }) => nameSkeletons(columns.username).map((text) => [text, columns.id])),
    );
    await openTakenOver(
      tx.db,
      people.flatMap(({ accounts }) => accounts),
    );
    await insertMany(
      tx.db,
      insertAccess,
      people.flatMap(({ access }) => access),
    );
    await insertMany(
      tx.db,
      insertIdentities,
      people.flatMap(({ identities }) => identities),
    );
    return people.length;
  },
  finish: (_, tx) => numberFromHere(tx.db, 'users'),
};

function toPerson(run: ImportRun, tx: Context, fields: Fields, { at, note }: { at: number; note: Note }) {
  const id = fields.whole('id');
  const deleted_at = fields.date('deleted_at');
  const columns = {
    id,
    username: nameOf(fields, id, note),
    password_hash: passwordOf(fields, id, note),
    display_name: fields.text('display_name', 64),
    role: oneOf(fields.whole('role', 1), [0, 1, 10, 100], 1, () =>
      note('the role is unknown: an ordinary user', id),
    ),
    status: fields.whole('status', 1) === 1 ? 1 : 2,
    email: fields.text('email', 255),
    github_id: fields.text('github_id', 64),
    oidc_id: fields.text('oidc_id', 64),
    wechat_id: fields.text('wechat_id', 64),
    telegram_id: fields.text('telegram_id', 64),
    linux_do_id: fields.text('linux_do_id', 64),
    group: fields.text('group', 64) || 'default',
    aff_code: fields.optional('aff_code', 32),
    aff_count: fields.whole('aff_count'),
    aff_history: fields.whole('aff_history'),
    inviter_id: fields.whole('inviter_id'),
    deleted_at,
    setting: settingOf(tx, fields, id, note),
    created_at: fields.date('created_at') ?? at,
  };
  if (columns.github_id !== '')
    note('a login name of GitHub proves nothing: its owner signs in by password and binds GitHub again', id);
  const accessToken = deleted_at === null ? fields.text('access_token') : '';
  return {
    columns,
    accounts: accountsOf(fields, id, note),
    access: accessToken ? [[id, sha256(accessToken)]] : [],
    identities: deleted_at === null ? identitiesOf(run, columns, at, note) : [],
  };
}

function nameOf(fields: Fields, id: number, note: Note): string {
  const name = fields.text('username');
  if (name === '') {
    note('the name is empty: named user-<id>', id);
    return `user-${id}`;
  }
  if (name.length <= MAX_NAME) return name;
  note(`the name is longer than ${MAX_NAME} characters: cut`, id);
  return fields.text('username', MAX_NAME);
}

/** Hashes are verified as they are, and replaced at the next sign-in. */
function passwordOf(fields: Fields, id: number, note: Note): string {
  const stored = fields.text('password', 255);
  if (stored === '' || isBcrypt(stored)) return stored;
  note('the password is no bcrypt hash: it has to be reset', id);
  return '';
}

function accountsOf(fields: Fields, id: number, note: Note) {
  const balance = fields.whole('quota');
  if (balance < 0) note('the balance is below zero', id);
  const earnings = Math.max(0, fields.whole('aff_quota'));
  const usedBefore = Math.max(0, fields.whole('used_quota'));
  const countBefore = Math.max(0, fields.whole('request_count'));
  const none = { usedBefore: 0, countBefore: 0 };
  return [
    { ownerType: 'user' as const, ownerId: id, balance, usedBefore, countBefore },
    ...(earnings > 0 ? [{ ownerType: 'aff' as const, ownerId: id, balance: earnings, ...none }] : []),
  ];
}

function settingOf(tx: Context, fields: Fields, id: number, note: Note): string {
  const sent = toObject(fields.json('setting'));
  if (Object.keys(sent).length === 0) return '';
  const url = String(sent.webhook_url ?? '');
  const isWebhook = sent.notify_type === 'webhook' && url.startsWith('https://');
  if (sent.notify_type === 'webhook' && !isWebhook)
    note('the webhook is not https: warnings go by email', id);
  const secret = String(sent.webhook_secret ?? '');
  const email = String(sent.notification_email ?? '');
  const stored: StoredSetting = {
    notify_type: isWebhook ? 'webhook' : 'email',
    ...(Number.isFinite(sent.quota_warning_threshold) && {
      quota_warning_threshold: Math.max(0, Math.trunc(Number(sent.quota_warning_threshold))),
    }),
    ...(sent.accept_unset_model_ratio_model === true && { accept_unset_model_ratio_model: true }),
    ...(isWebhook && { webhook_url: url }),
    ...(isWebhook &&
      secret && { webhook_secret_sealed: tx.secrets.seal(secret, sealedPlace.webhookSecret(id)) }),
    ...(!isWebhook && email && { notification_email: email }),
  };
  return JSON.stringify(stored);
}

type Labels = Record<'oidc_id' | 'wechat_id' | 'telegram_id' | 'linux_do_id', string> & { id: number };

/** Identities that are permanent at their provider. OpenID's need the issuer, which the source has as an option. */
function identitiesOf(run: ImportRun, labels: Labels, at: number, note: Note): unknown[][] {
  const issuer = run.options.get('oidc.well_known')?.replace(/\/\.well-known\/openid-configuration\/?$/, '');
  const subjects: [IdentityProvider, string][] = [
    ['linuxdo', labels.linux_do_id],
    ['telegram', labels.telegram_id],
    ['wechat', labels.wechat_id],
  ];
  if (labels.oidc_id && issuer) subjects.push(['oidc', `${issuer}\n${labels.oidc_id}`]);
  if (labels.oidc_id && !issuer)
    note('the issuer of the OpenID account is unknown: bind it again', labels.id);
  return subjects
    .filter(([, subject]) => subject !== '')
    .map(([provider, subject]) => [provider, sha256(subject), labels.id, at]);
}

function oneOf<T>(value: T, known: readonly T[], otherwise: T, onOther: () => void): T {
  if (known.includes(value)) return value;
  onOther();
  return otherwise;
}

const MAX_NAME = 64;
const insertUsers = {
  table: 'users',
  columns: [
    ...['id', 'username', 'password_hash', 'display_name', 'role', 'status', 'email', 'github_id', 'oidc_id'],
    ...['wechat_id', 'telegram_id', 'linux_do_id', 'group', 'aff_code', 'aff_count', 'aff_history'],
    ...['inviter_id', 'deleted_at', 'setting', 'created_at'],
  ],
};
/** Names that look alike were allowed there: the first keeps the look to itself. */
const insertSkeletons = keeping('name_skeletons', ['skeleton', 'user_id']);
const insertAccess = keeping('access_tokens', ['user_id', 'token_hash']);
/** Two users may have bound the same identity there: it signs in the first. */
const insertIdentities = keeping('identities', ['provider', 'subject_hash', 'user_id', 'created_at']);
