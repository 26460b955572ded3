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
import { sendTest } from '../../services/mail.ts';
import * as sessions from '../../services/own-sessions.ts';
import * as passwordReset from '../../services/password-reset.ts';
import * as referrals from '../../services/referrals.ts';
import { mailEmailCode, registerVisitor } from '../../services/register.ts';
import * as selfEdit from '../../services/self-edit.ts';
import { sendTestNotice } from '../../services/test-notice.ts';
import * as userSetting from '../../services/user-setting.ts';
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
