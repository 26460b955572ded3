import { Input } from '@arco-design/web-react';
import { getI18n } from 'react-i18next';

/** A text that the browser did not copy, selected on focus. */
export function CopyByHand({ text }: { text: string }) {
  return (
    <div data-autofocus-inside>
      <Input.TextArea
        readOnly
        autoSize={{ minRows: 2, maxRows: 10 }}
        value={text}
        aria-label={getI18n().t('copy.text', { ns: 'common' })}
        onFocus={({ target }) => target.select()}
      />
    </div>
  );
}
