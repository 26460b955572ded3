/** Role numbers of the console API. */
export const Role = { guest: 0, user: 1, admin: 10, root: 100 } as const;

// Numbers of the console API and of the database. `tripped`: switched off by the gateway after failures.
export const UserStatus = { enabled: 1, disabled: 2 } as const;
export const TokenStatus = { enabled: 1, disabled: 2, expired: 3, exhausted: 4 } as const;
export const ChannelStatus = { enabled: 1, disabled: 2, tripped: 3 } as const;
export const RedemptionStatus = { unused: 1, disabled: 2, used: 3 } as const;
export const LogType = { unknown: 0, topup: 1, consumption: 2, admin: 3, system: 4, error: 5 } as const;
