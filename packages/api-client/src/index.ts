export * from './api-error.ts';
export { call } from './call.ts';
export * from './download.ts';
export * from './hooks.ts';
export { serverNow } from './server-clock.ts';
export * from './settings.ts';
