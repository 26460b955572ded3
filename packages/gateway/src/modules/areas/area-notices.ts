import type { Context } from '../../core/context.ts';
import * as users from '../identity/repository/users.ts';
import { readSetting } from '../identity/users/stored-setting.ts';
import { sendMail, siteAddress } from '../notifications/mail.ts';
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
  const watching = (await members.listOfArea(tx.db, area)).filter(({ rights }) =>
    readRights(rights).includes('watch'),
  );
  for (const user of await users.listPresent(
    tx.db,
    watching.map(({ user_id }) => user_id),
  )) {
    const { language = 'zh', notify_type, notification_email } = readSetting(user.setting);
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
