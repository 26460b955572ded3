import '@arco-design/web-react/es/_util/react-19-adapter';
import './styles/core.ts';

export {
  Alert,
  type AlertProps,
  Button,
  type ButtonProps,
  Skeleton,
  Spin,
  Tooltip,
} from '@arco-design/web-react';
export { chartSeries, colors, seriesOther, type Theme } from '@tollgate/design-tokens';
export * from './display/browser-name.ts';
export * from './display/code-sample.tsx';
export * from './display/copy-text.tsx';
export * from './display/group-tag.tsx';
export * from './display/logo.tsx';
export * from './display/page-header.tsx';
export { saveFile, saveText } from './display/save-text.ts';
export * from './display/stat-tile.tsx';
export * from './display/status-tag.tsx';
export * from './display/tag-list.tsx';
export * from './display/time-ago.tsx';
export * from './display/use-bar.tsx';
export * from './feedback/confirm.ts';
export * from './feedback/confirm-action.tsx';
export * from './feedback/empty-state.tsx';
export * from './feedback/error-state.tsx';
export * from './feedback/forbidden-state.tsx';
export * from './feedback/lazy-overlay.tsx';
export { closePageDialogs } from './feedback/page-dialogs.ts';
export * from './feedback/use-toast.ts';
export * from './html-frame/html-frame.tsx';
export * from './markdown/markdown-view.tsx';
export type * from './markdown/types.ts';
export * from './palette/command-palette.tsx';
export type * from './palette/types.ts';
export { readLocal } from './provider/local-storage.ts';
export { PopupScope } from './provider/popup-scope.tsx';
export * from './provider/quota-display.ts';
export * from './provider/ui-provider.tsx';
export { type Density, useDensity } from './provider/use-density.ts';
export * from './provider/use-format.ts';
export * from './provider/use-is-mobile.ts';
export * from './provider/use-theme.ts';
export * from './widget-frame/use-human-check.tsx';
export * from './widget-frame/widget-frame.tsx';
