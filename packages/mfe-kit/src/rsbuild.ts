export { defineAreaConfig } from './area-config.ts';
export { contentId } from './content-id.ts';
export { defineShellConfig } from './shell-config.ts';
