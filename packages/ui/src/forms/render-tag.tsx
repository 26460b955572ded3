import { type InputTagProps, Tag } from '@arco-design/web-react';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';

type Props = Parameters<NonNullable<InputTagProps['renderTag']>>[0];

/** A chosen or typed name in a field, drawn like Arco's, with a labelled remove button. */
export function renderTag(props: Props) {
  return <FieldTag key={String(props.value)} {...props} />;
}

function FieldTag({ label, closable, onClose }: Props) {
  const { t } = useTranslation();
  const name = typeof label === 'string' ? label : undefined;
  return (
    <Tag
      className="arco-input-tag-tag arco-select-tag"
      title={name}
      closable={closable}
      onClose={onClose}
      __closeIconProps={{
        'aria-label': t('action.remove', { what: name ?? '' }).trim(),
        onMouseDown: keepFocus,
      }}
    >
      {label}
    </Tag>
  );
}

/** Keeps the focus and the typed text in the field while a name is removed. */
function keepFocus(event: MouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
}
