/** What people who build areas see. One chunk: each costs every visitor its hash in the list of chunks. */
export { DevelopedFailure } from '../federation/developed-failure.tsx';
export { BuildInfoDialog } from './build-info/build-info-dialog.tsx';
export { OverrideBanner } from './override/override-banner.tsx';
export { PreviewBanner } from './preview/preview-banner.tsx';
