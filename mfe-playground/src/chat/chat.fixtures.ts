import type { SiteStatus, Token } from '@tollgate/contract';

export const webChat = { 'Next Chat': 'https://chat.example/#/?key={key}&url={address}' };
export const appChat = { 'Cherry Studio': 'cherrystudio://providers?key={key}&url={address}' };
export const brokenChat = { Broken: 'javascript:alert(1)' };

export const enabled: Token = {
  id: 2,
  user_id: 1,
  key: 'b'.repeat(48),
  status: 1,
  name: 'laptop',
  created_time: 0,
  accessed_time: 0,
  expired_time: -1,
  remain_quota: 500_000,
  unlimited_quota: false,
  used_quota: 0,
  model_limits_enabled: false,
  model_limits: '',
  allow_ips: '',
  group: '',
  DeletedAt: null,
};

export const disabled: Token = { ...enabled, id: 3, key: 'a'.repeat(48), status: 2 };

/** The fields of the site that a chat reads. */
export function siteWith(chats: SiteStatus['chats']): SiteStatus {
  return { chats, server_address: 'https://api.example.com/' } as SiteStatus;
}
