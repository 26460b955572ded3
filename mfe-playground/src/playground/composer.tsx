import { Button } from '@tollgate/ui/core';
import { TextArea } from '@tollgate/ui/form';
import { IconSend, IconStop } from '@tollgate/ui/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  busy: boolean;
  disabled: boolean;
  onSend: (text: string) => void;
  onStop: () => void;
}

/** Enter sends, Shift+Enter starts a line; a word that an input method is still composing is left alone. */
export function Composer({ busy, disabled, onSend, onStop }: Props) {
  const { t } = useTranslation('area.playground');
  const [text, setText] = useState('');

  function send(): void {
    if (busy || disabled || text.trim() === '') return;
    onSend(text.trim());
    setText('');
  }

  return (
    <form
      className="playground-composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <TextArea
        rows={3}
        value={text}
        onChange={setText}
        aria-label={t('chat.message')}
        placeholder={t('chat.placeholder')}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          send();
        }}
      />
      {busy ? (
        <Button icon={<IconStop />} onClick={onStop}>
          {t('chat.stop')}
        </Button>
      ) : (
        <Button
          type="primary"
          htmlType="submit"
          icon={<IconSend />}
          disabled={disabled || text.trim() === ''}
        >
          {t('chat.send')}
        </Button>
      )}
    </form>
  );
}
