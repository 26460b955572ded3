export { contrast } from './contrast.ts';
export * from './tokens.ts';
