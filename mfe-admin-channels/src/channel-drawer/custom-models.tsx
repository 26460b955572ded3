import { Button } from '@tollgate/ui/core';
import { Input } from '@tollgate/ui/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addNames } from './model-names.ts';

interface Props {
  models: string[];
  onAdd: (models: string[]) => void;
}

/** Models unknown to the gateway, split by commas. Typed text is kept on blur. */
export function CustomModels({ models, onAdd }: Props) {
  const { t } = useTranslation('area.admin-channels');
  const [text, setText] = useState('');
  const [repeated, setRepeated] = useState<string[]>([]);

  function add() {
    if (text.trim() === '') return;
    const added = addNames(models, text);
    setText('');
    setRepeated(added.repeated);
    if (added.models.length > models.length) onAdd(added.models);
  }

  return (
    <>
      <div className="tg-control-row channel-custom">
        <Input
          autoComplete="off"
          spellCheck={false}
          aria-label={t('form.models.custom')}
          placeholder={t('form.models.custom-placeholder')}
          value={text}
          onChange={setText}
          onBlur={add}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.keyCode === 229) return; // 229: Safari
            event.preventDefault(); // it adds a model instead of saving the channel
            add();
          }}
        />
        <Button disabled={text.trim() === ''} onClick={add}>
          {t('common:action.add')}
        </Button>
      </div>
      {repeated.length > 0 && (
        <div className="channel-repeated" role="alert">
          {t('form.models.repeated', { names: repeated.join(', ') })}
        </div>
      )}
    </>
  );
}
