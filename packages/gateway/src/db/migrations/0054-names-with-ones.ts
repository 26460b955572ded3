/** Names with a 1 get the skeletons in which it is a capital I. What a skeleton is says the code of today. */
export { up } from './0022-more-name-skeletons.ts';
