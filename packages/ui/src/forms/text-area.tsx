import { type TextAreaProps as ArcoTextAreaProps, Input } from '@arco-design/web-react';

/** Fixed rows: growing with the text needs style attributes, which the console's CSP blocks. */
export type TextAreaProps = Omit<ArcoTextAreaProps, 'autoSize'>;

/** A field for several lines, four unless `rows` says otherwise. */
export function TextArea({ rows = 4, ...rest }: TextAreaProps) {
  return <Input.TextArea rows={rows} {...rest} />;
}
