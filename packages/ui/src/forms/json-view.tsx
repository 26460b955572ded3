import { Button } from '@arco-design/web-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { JsonEditor } from './json-editor.tsx';
import { readMap } from './map-rows.ts';
import './map-input.css';

export interface JsonViewProps {
  /** JSON text of an object, or empty. */
  value?: string;
  onChange?: (text: string) => void;
  id?: string;
  rows?: number;
  placeholder?: string;
  disabled?: boolean;
  /** Fields for the parts of the object, and the button that shows it as JSON. */
  children: (map: Readonly<Record<string, unknown>>, toggle: ReactNode) => ReactNode;
}

/** An object as fields, or as JSON to paste and to copy. Text that is no object is shown as JSON. */
export function JsonView({ value = '', onChange, children, ...rest }: JsonViewProps) {
  const { t } = useTranslation('common');
  const map = readMap(value);
  const [isText, setText] = useState(!map);
  const toggle = (
    <Button size="mini" type="text" disabled={!map} onClick={() => setText(!isText)}>
      {t(isText ? 'map.as-fields' : 'map.as-json')}
    </Button>
  );
  if (!isText && map) return children(map, toggle);
  return (
    <div>
      <JsonEditor
        {...rest}
        value={value}
        onChange={(text) => {
          setText(true); // also once the text is an object again, so that the editor does not vanish
          onChange?.(text);
        }}
      />
      <div className="tg-map-tools">{toggle}</div>
    </div>
  );
}
