import { nameSkeletons } from './name-skeletons.ts';

/** Names that readers take for site staff. */
const STAFF_NAMES = [
  ...['admin', 'administrator', 'moderator', 'root', 'staff', 'superuser', 'support', 'sysadmin', 'system'],
  ...['管理员', '系统管理员', '超级管理员', '系统', '客服', '官方'],
  ...['管理員', '系統管理員', '超級管理員', '系統'],
];

const STAFF_SKELETONS = new Set(STAFF_NAMES.flatMap(nameSkeletons));

/** Whether a name is, or looks like, one of the staff: also `admin.` and `\u0410dmin` in Cyrillic. */
export function isStaffName(name: string): boolean {
  return nameSkeletons(name).some((skeleton) => STAFF_SKELETONS.has(skeleton));
}
