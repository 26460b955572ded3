import { type getSetup, type Output, type Parsed, Role, type submitSetup } from '@tollgate/contract';
import type { CallContext, Context } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import { recordAction } from '../../audit/audit-log.ts';
import * as accounts from '../../billing/accounts.ts';
import * as options from '../../settings/options.ts';
import { version } from '../../settings/version.ts';
import { nowSeconds } from '../../shared/caller.ts';
import { change } from '../../shared/change.ts';
import { isCommonPassword } from '../credentials/common-passwords.ts';
import { hashPassword, KNOWN_REQUESTER } from '../credentials/passwords.ts';
import * as setups from '../repository/setups.ts';
import * as users from '../repository/users.ts';
import * as setupToken from './setup-token.ts';

const ROOT_QUOTA = 100_000_000;

/** @param caller whether the caller needs no setup code, and if not, where it could */
export async function get(
  ctx: Context,
  { local, localUrl }: { local: boolean; localUrl: string },
): Promise<Output<typeof getSetup>> {
  if (await setups.isDone(ctx.db)) {
    return { status: true, root_init: false, database_type: '', token_required: false, local_url: '' };
  }
  return {
    status: false,
    root_init: await users.hasRole(ctx.db, Role.root),
    database_type: databaseType(ctx),
    token_required: !local,
    local_url: localUrl,
  };
}

/**
 * Creates root and sets the mode. Of concurrent requests exactly one succeeds: the row of `setups` is the
 * lock.
 *
 * @param local whether the caller is a browser on this very machine, by a loopback name, and needs no token
 * @throws {AppError} `setup_done`, `setup_token_required`, `passwords_differ`, `password_common`,
 * `invalid_input`
 */
export async function submit(
  ctx: CallContext,
  input: Parsed<typeof submitSetup>,
  local: boolean,
): Promise<undefined> {
  if (await setups.isDone(ctx.db)) throw new AppError('setup_done');
  if (!local && !setupToken.matches(ctx.config.dataDir, input.setup_token)) {
    throw new AppError('setup_token_required');
  }
  const root = (await users.hasRole(ctx.db, Role.root)) ? undefined : await readRoot(input);
  await change(ctx, ['users', 'options'], async (tx) => {
    if (!(await setups.claim(tx.db, version, nowSeconds(ctx)))) throw new AppError('setup_done');
    if (root) await createRoot(tx, root);
    await options.write(tx, 'SelfUseModeEnabled', String(input.SelfUseModeEnabled));
    await options.write(tx, 'DemoSiteEnabled', String(input.DemoSiteEnabled));
  });
  setupToken.forget(ctx.config.dataDir);
  return undefined;
}

/** An imported database has its root already and counts as set up. */
export async function adoptExisting(ctx: Context): Promise<boolean> {
  if (await setups.isDone(ctx.db)) return true;
  if (!(await users.hasRole(ctx.db, Role.root))) return false;
  await setups.claim(ctx.db, version, nowSeconds(ctx));
  return true;
}

async function readRoot({ username, password, confirmPassword }: Parsed<typeof submitSetup>) {
  if (!username) throw new AppError('invalid_input', { field: 'username', reason: 'required' });
  if (!password) throw new AppError('invalid_input', { field: 'password', reason: 'required' });
  if (password !== confirmPassword) throw new AppError('passwords_differ');
  if (await isCommonPassword(password)) throw new AppError('password_common');
  return { username, password_hash: await hashPassword(password, KNOWN_REQUESTER) };
}

async function createRoot(tx: Context, root: { username: string; password_hash: string }): Promise<void> {
  const id = await users.insert(tx.db, {
    ...root,
    display_name: 'Root User',
    role: Role.root,
    created_at: nowSeconds(tx),
  });
  await accounts.open(tx, { type: 'user', id }, { balance: ROOT_QUOTA, kind: 'setup', by: id });
  const after = { username: root.username, role: Role.root, quota: ROOT_QUOTA };
  recordAction(tx, { action: 'setup.root', target: `user:${id}`, after });
}

function databaseType({ config: { databaseUrl = '' } }: Context): string {
  if (databaseUrl.startsWith('postgres')) return 'postgres';
  return /^(mysql|mariadb)/.test(databaseUrl) ? 'mysql' : 'sqlite';
}
