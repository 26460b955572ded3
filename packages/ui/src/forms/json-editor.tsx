import { Button } from '@arco-design/web-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextArea } from './text-area.tsx';
import './controls.css';

export interface JsonEditorProps {
  value?: string;
  onChange?: (text: string) => void;
  id?: string;
  rows?: number;
  placeholder?: string;
  disabled?: boolean;
  /** `object` (the default) rejects lists and plain values. */
  kind?: 'object' | 'any';
  'aria-label'?: string;
}

/** JSON as text. Validated on blur, never while typing; empty is valid. In a form use `useJsonRule` too. */
export function JsonEditor({ value = '', onChange, rows = 6, kind = 'object', ...rest }: JsonEditorProps) {
  const { t } = useTranslation('common');
  const noteId = useId();
  const [isLeft, setLeft] = useState(false);
  const problem = useJsonProblem(kind)(value);
  const shown = isLeft ? problem : undefined;

  return (
    <div className="tg-json-editor">
      <TextArea
        {...rest}
        rows={rows}
        value={value}
        spellCheck={false}
        aria-invalid={Boolean(shown)}
        aria-describedby={shown ? noteId : undefined}
        {...(shown && { status: 'error' as const })}
        onChange={(text) => onChange?.(text)}
        onFocus={() => setLeft(false)}
        onBlur={() => setLeft(true)}
      />
      <div className="tg-control-row">
        <div className="tg-control-error" id={noteId} role={shown ? 'alert' : undefined}>
          {shown}
        </div>
        <Button
          size="mini"
          type="text"
          disabled={Boolean(problem) || !value.trim()}
          onClick={() => onChange?.(JSON.stringify(JSON.parse(value), undefined, 2))}
        >
          {t('json.format')}
        </Button>
      </div>
    </div>
  );
}

/** The rule of a form field that holds JSON: `rules={[useJsonRule()]}`. */
export function useJsonRule(kind: 'object' | 'any' = 'object') {
  const problemOf = useJsonProblem(kind);
  return {
    validateTrigger: 'onSubmit',
    validator: (value: string | undefined, answer: (error?: string) => void) =>
      answer(problemOf(value ?? '')),
  };
}

function useJsonProblem(kind: 'object' | 'any') {
  const { t } = useTranslation('common');
  return (text: string): string | undefined => {
    if (!text.trim()) return undefined;
    try {
      const parsed: unknown = JSON.parse(text);
      const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
      return kind === 'any' || isObject ? undefined : t('json.not-object');
    } catch (error) {
      return t('json.invalid', { reason: (error as Error).message });
    }
  };
}
