import type { IconProps } from '@arco-design/web-react/icon';

/** A line that goes up between two axes, in the manner of Arco, which has no icon of a chart. */
export function IconTrend({ className, ...props }: Pick<IconProps, 'className' | 'aria-hidden'>) {
  return (
    <svg
      className={['arco-icon', 'arco-icon-trend', className].filter(Boolean).join(' ')}
      viewBox="0 0 48 48"
      width="1em"
      height="1em"
      fill="none"
      stroke="currentColor"
      strokeWidth={4}
      aria-hidden
      {...props}
    >
      <path d="M7 6v35h35" />
      <path d="m14 31 8-9 7 6 12-15" />
    </svg>
  );
}
