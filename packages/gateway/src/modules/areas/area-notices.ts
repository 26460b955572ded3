import { Role } from '@tollgate/contract';
import type { Context } from '../../core/context.ts';
import * as users from '../identity/repository/users.ts';
import { mailLanguage, readSetting } from '../identity/users/stored-setting.ts';
import { sendMail, siteAddress } from '../notifications/mail.ts';
import { type News, notify } from '../notifications/notify.ts';
import { nowSeconds } from '../shared/caller.ts';
import { readRights } from './area-right-names.ts';
import * as members from './repository/area-members.ts';

/** What became of a build without its team having done it. */
export interface AreaNotice {
  type: 'area_canary_frozen' | 'area_killed';
  area: string;
  /** Empty: the whole area. */
  build: string;
  reason: string;
}

/**
 * Tells the users who may watch an area, each by webhook or mail as their settings say, in the transaction of what
 * happened: a notice is sent if it did, and only then.
 */
export async function sendAreaNotice(tx: Context, notice: AreaNotice): Promise<void> {
  const { type, area, build, reason } = notice;
  const watching = await listWatching(tx, area);
  const facts = { area, build, reason: reason.slice(0, 300) };
  await notifyOfArea(tx, watching, { kind: type, subject: `area:${area}`, facts });
  for (const user of await users.listPresent(tx.db, watching)) {
    const setting = readSetting(user.setting);
    const { notify_type, notification_email } = setting;
    const language = mailLanguage(setting);
    if (notify_type === 'webhook') {
      const body = JSON.stringify({ ...notice, timestamp: nowSeconds(tx) });
      await sendMail(tx, { hookOf: user.id, body });
      continue;
    }
    const to = notification_email || user.email;
    const values = { username: user.username, area, build, reason, link: siteAddress(tx) };
    if (to !== '') await sendMail(tx, { to, template: type, language, values });
  }
}

/** A new build: in the inbox alone, because its team knows and it can wait. */
export async function notifyOfBuild(
  tx: Context,
  { area, build, version }: { area: string; build: string; version: string },
): Promise<void> {
  const facts = { area, build, version: version.slice(0, 64) };
  await notifyOfArea(tx, await listWatching(tx, area), {
    kind: 'area_build',
    subject: `area:${area}`,
    facts,
  });
}

/** Those who watch the area, and the super admins, who decide about all areas. */
async function notifyOfArea(tx: Context, watching: readonly number[], news: News): Promise<void> {
  const roots = await users.listByRole(tx.db, Role.root);
  const ids = new Set([...watching, ...roots.map(({ id }) => id)]);
  await notify(tx, [...ids], { ...news, link: AREAS_PATH });
}

async function listWatching(tx: Context, area: string): Promise<number[]> {
  const rows = await members.listOfArea(tx.db, area);
  return rows.filter(({ rights }) => readRights(rights).includes('watch')).map(({ user_id }) => user_id);
}

const AREAS_PATH = '/setting?tab=areas';
