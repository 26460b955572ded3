import { Button } from '@arco-design/web-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { JsonEditor } from './json-editor.tsx';
import { readMap } from './map-rows.ts';

export interface JsonViewProps {
  /** JSON text of an object, or empty. */
  value?: string;
  onChange?: (text: string) => void;
  id?: string;
  rows?: number;
  placeholder?: string;
  disabled?: boolean;
  /** Fields for the parts of the object. */
  children: (map: Readonly<Record<string, unknown>>) => ReactNode;
  /** Buttons next to the one that switches. */
  tools?: ReactNode;
}

/** An object as fields, or as JSON to paste and to copy. Text that is no object is shown as JSON. */
export function JsonView({ value = '', onChange, id, children, tools, ...rest }: JsonViewProps) {
  const { t } = useTranslation('common');
  const [isText, setText] = useState(false);
  const map = readMap(value);
  const switchTo = (next: boolean) => {
    if (next && map && value.trim()) onChange?.(JSON.stringify(map, undefined, 2));
    setText(next);
  };
  return (
    <div className="tg-json-view">
      {isText || !map ? (
        <JsonEditor {...rest} {...(id && { id })} value={value} {...(onChange && { onChange })} />
      ) : (
        children(map)
      )}
      <div className="tg-json-view-tools">
        {!isText && map && tools}
        <Button size="mini" type="text" disabled={!map} onClick={() => switchTo(!isText)}>
          {t(isText || !map ? 'map.as-table' : 'map.as-json')}
        </Button>
      </div>
    </div>
  );
}
