import { call, useAction, useData } from '@tollgate/api-client';
import {
  bindEmail,
  bindTelegram,
  bindWechat,
  createAccessToken,
  deleteSelf,
  endOtherSessions,
  endSession,
  getAccessToken,
  getAffCode,
  getSelf,
  getStatus,
  type Input,
  listOwnModels,
  listSessions,
  revokeAccessToken,
  saveUserSetting,
  sendEmailCode,
  startSignIn,
  testUserSetting,
  transferAffQuota,
  unbind,
  updateSelf,
} from '@tollgate/contract';
import { readSetting, type UserSetting } from './user-setting.ts';

const refresh = [getSelf] as const;

export const useSelf = () => useData(getSelf, {});
export const useSite = () => useData(getStatus, {}).data;
export const useOwnModels = () => useData(listOwnModels, {});
export const useInviteCode = () => useData(getAffCode, {});
export const useAccessToken = () => useData(getAccessToken, {});
export const useSessions = () => useData(listSessions, {});

export const useUpdateSelf = () =>
  useAction(updateSelf, { refresh: [getSelf, listSessions, getAccessToken] }).run;
export const useDeleteSelf = () => useAction(deleteSelf).run;
export const useTransfer = () => useAction(transferAffQuota, { refresh }).run;
export const useNewAccessToken = () => useAction(createAccessToken, { refresh: [getAccessToken] }).run;
export const useRevokeAccessToken = () => useAction(revokeAccessToken, { refresh: [getAccessToken] }).run;

export const useEndSession = () => useAction(endSession, { refresh: [listSessions] });
export const useEndOtherSessions = () => useAction(endOtherSessions, { refresh: [listSessions] });

export const useSendEmailCode = () => useAction(sendEmailCode);
export const useBindEmail = () => useAction(bindEmail, { refresh }).run;
export const useBindWechat = () => useAction(bindWechat, { refresh }).run;
export const useBindTelegram = () => useAction(bindTelegram, { refresh }).run;
export const useStartBinding = () => useAction(startSignIn);
export const useUnbind = () => useAction(unbind, { refresh }).run;

/** The threshold of users without a setting of their own, in quota units. Undefined while it is not known. */
export function useDefaultThreshold(): number | undefined {
  const { data, error } = useData(getStatus, {});
  return data || error ? (data?.quota_remind_threshold ?? 0) : undefined;
}

/** Applies `change` to the currently stored setting and saves the result. */
export function useSaveSetting(defaultThreshold: number) {
  const { run } = useAction(saveUserSetting, { refresh });
  return async (change: (stored: UserSetting) => Input<typeof saveUserSetting>) =>
    run(change(readSetting((await call(getSelf, {})).setting, defaultThreshold)));
}

export const useTestSetting = () => useAction(testUserSetting);
