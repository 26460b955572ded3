import '@arco-design/web-react/es/_util/react-19-adapter';
import '../styles/panels.ts';

export { Fold, type FoldProps } from '../display/fold.tsx';
export { ProgressRun, type ProgressRunProps } from '../feedback/progress-run.tsx';
export {
  type Progress,
  type ProgressState,
  type ProgressTools,
  useProgressRun,
} from '../feedback/use-progress-run.ts';
export { LimitList, LimitReset } from '../limits/limit-list.tsx';
export { LimitSection } from '../limits/limit-section.tsx';
export type { DescribedLimit, LimitItem } from '../limits/types.ts';
export { type LimitWords, useLimitWords } from '../limits/use-limit-words.ts';
export { focusPeek, Peek, type PeekProps } from '../peek/peek.tsx';
export { Tabs, type TabsProps } from '../tabs/tabs.tsx';
