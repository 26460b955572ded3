export * from './snippets/call-snippets.ts';
export * from './snippets/code-tabs.tsx';
