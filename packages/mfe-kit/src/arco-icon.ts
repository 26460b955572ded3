interface ReactLike {
  forwardRef(draw: (props: IconProps, ref: unknown) => unknown): unknown;
  useContext(context: unknown): { prefixCls?: string };
  createElement(type: string, props: object, ...children: unknown[]): unknown;
}

interface IconProps {
  spin?: boolean;
  className?: string;
  isIcon?: boolean;
}

/**
 * Creates an icon like Arco's own modules, from the drawings that arco-icon-loader.cjs extracts. React is a
 * parameter, because this folder belongs to no app.
 */
export function makeIcon(
  React: ReactLike,
  IconContext: unknown,
  name: string,
  [attributes, ...drawing]: [attributes: object, ...drawing: unknown[]],
): unknown {
  return React.forwardRef(({ spin, className, isIcon: _, ...rest }, ref) => {
    const { prefixCls: prefix = 'arco' } = React.useContext(IconContext);
    const names = [className, `${prefix}-icon`, `${prefix}-icon-${name}`, spin && `${prefix}-icon-loading`];
    const own = { 'aria-hidden': true, focusable: false, ref };
    const props = { ...attributes, ...own, ...rest, className: names.filter(Boolean).join(' ') };
    return React.createElement('svg', props, ...drawing);
  });
}
