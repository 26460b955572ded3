/** Icons of menu entries. A shell shows a general icon for a name that it does not have. */
export const navIcons = [
  'branch',
  'dashboard',
  'experiment',
  'gift',
  'history',
  'idcard',
  'image',
  'list',
  'message',
  'palette',
  'robot',
  'safe',
  'settings',
  'storage',
  'tag',
  'thunderbolt',
  'trend',
  'user',
  'user-group',
] as const;

export type NavIcon = (typeof navIcons)[number];
