export { defineAreaContract } from './define-area-contract.ts';
export type { OpenAreaConsole } from './open-shell.ts';
export type { ContractSubject } from './subject.ts';
