export { defineAreaContract } from './define-area-contract.ts';
export type { ContractSubject } from './subject.ts';
