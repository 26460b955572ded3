import {
  bindEmail,
  deleteSelf,
  endOtherSessions,
  endSession,
  getAffCode,
  listSessions,
  register,
  requestPasswordReset,
  resetPassword,
  saveUserSetting,
  sendEmailCode,
  sendTestMail,
  testUserSetting,
  transferAffQuota,
  updateSelf,
} from '@tollgate/contract';
import * as passwordReset from '../../modules/identity/entry/password-reset.ts';
import { mailEmailCode, registerVisitor } from '../../modules/identity/entry/register.ts';
import * as sessions from '../../modules/identity/users/own-sessions.ts';
import * as referrals from '../../modules/identity/users/referrals.ts';
import * as selfEdit from '../../modules/identity/users/self-edit.ts';
import * as userSetting from '../../modules/identity/users/user-setting.ts';
import { sendTest } from '../../modules/notifications/mail.ts';
import { sendTestNotice } from '../../modules/notifications/test-notice.ts';
import type { Serve } from '../serve.ts';

export function accountRoutes(serve: Serve): void {
  serve(register, registerVisitor);
  serve(sendEmailCode, mailEmailCode);
  serve(requestPasswordReset, passwordReset.mailResetLink);
  serve(resetPassword, async (ctx, input, cookie) => {
    const { password, device } = await passwordReset.reset(ctx, input, cookie);
    cookie.setDevice(device);
    return password;
  });
  serve(bindEmail, selfEdit.putEmail);
  serve(updateSelf, selfEdit.update);
  serve(deleteSelf, async (ctx, _, cookie) => {
    await selfEdit.remove(ctx);
    cookie.clear();
    return undefined;
  });
  serve(getAffCode, referrals.getCode);
  serve(transferAffQuota, referrals.transfer);
  serve(saveUserSetting, userSetting.save);
  serve(testUserSetting, sendTestNotice);
  serve(listSessions, sessions.list);
  serve(endSession, sessions.end);
  serve(endOtherSessions, sessions.endOthers);
  serve(sendTestMail, sendTest);
}
