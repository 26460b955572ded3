import { Role } from '@tollgate/contract';
import { type Context, transact } from '../../core/context.ts';
import type { QueuedMail } from '../../mail/queue.ts';
import * as abilities from '../channels/repository/abilities.ts';
import * as users from '../identity/repository/users.ts';
import { mailLanguage, readSetting } from '../identity/users/stored-setting.ts';
import { sendMail, siteAddress } from '../notifications/mail.ts';
import { notify } from '../notifications/notify.ts';
import { nowSeconds } from '../shared/caller.ts';
import { deprecationOf } from './deprecations.ts';
import * as models from './repository/models.ts';
import * as versions from './repository/price-versions.ts';

/** A model that channels offer, and the day on which its vendor stops it. */
interface Ending {
  readonly model: string;
  readonly day: string;
}

/**
 * Warns administrators of models that their vendors stop within 30 days: once for each model and day, all in one
 * notice. Several gateways may run this at the same time; one of them sends the notice. Returns of how many models.
 */
export async function sendEndingWarnings(ctx: Context): Promise<number> {
  if ((await listDue(ctx)).length === 0) return 0;
  return transact(ctx, async (tx) => {
    await versions.lockBook(tx.db);
    const due = await listDue(tx);
    for (const { model, day } of due) await models.setWarned(tx.db, model, day);
    if (due.length === 0) return 0;
    const admins = await Promise.all([Role.admin, Role.root].map((role) => users.listByRole(tx.db, role)));
    for (const user of admins.flat()) {
      const notice = write(tx, user, due);
      if (notice) await sendMail(tx, notice);
    }
    const facts = { count: due.length, models: namesOf(due) };
    const ids = admins.flat().map(({ id }) => id);
    await notify(tx, ids, { kind: 'models_ending', subject: 'models', facts, link: ENDING_PATH });
    return due.length;
  });
}

async function listDue(ctx: Context): Promise<Ending[]> {
  const stored = await models.listFacts(ctx.db);
  const latest = new Date(ctx.now() + AHEAD_MS).toISOString().slice(0, 10);
  return (await abilities.listModels(ctx.db)).flatMap((model) => {
    const facts = stored.get(model);
    const day = facts?.deprecated || deprecationOf(model);
    return day !== '' && day <= latest && facts?.warned_for !== day ? [{ model, day }] : [];
  });
}

function write(tx: Context, user: users.UserRow, endings: readonly Ending[]): QueuedMail | undefined {
  const setting = readSetting(user.setting);
  const { notify_type, notification_email } = setting;
  const language = mailLanguage(setting);
  if (notify_type === 'webhook') {
    const notice = { type: 'models_ending', username: user.username, models: endings.slice(0, MAX_NAMED) };
    return { hookOf: user.id, body: JSON.stringify({ ...notice, timestamp: nowSeconds(tx) }) };
  }
  const to = notification_email || user.email;
  if (to === '') return undefined;
  const link = `${siteAddress(tx)}${ENDING_PATH}`;
  const values = { username: user.username, count: endings.length, models: namesOf(endings), link };
  return { to, template: 'models_ending', language, values };
}

function namesOf(endings: readonly Ending[]): string {
  const named = endings.slice(0, MAX_NAMED).map(({ model, day }) => `${model} (${day})`);
  return named.join(', ') + (endings.length > MAX_NAMED ? ', …' : '');
}

const ENDING_PATH = '/prices?show=ending';
const AHEAD_MS = 30 * 86_400_000;
const MAX_NAMED = 50;
