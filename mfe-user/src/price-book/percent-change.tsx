import { Button } from '@tollgate/ui/core';
import { Form, Input } from '@tollgate/ui/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changedBy, type PriceForm } from './price-form.ts';

/** Raises or lowers every amount of the form at once. */
export function PercentChange() {
  const { t } = useTranslation('area.user');
  const { form } = Form.useFormContext();
  const [typed, setTyped] = useState('');
  const percent = Number(typed);
  const isUsable = typed.trim() !== '' && Number.isFinite(percent) && percent > -100 && percent !== 0;
  const apply = () => {
    if (!isUsable) return;
    form.setFieldsValue(changedBy(form.getFieldsValue() as Partial<PriceForm>, percent));
    setTyped('');
  };
  return (
    <div className="price-book-percent">
      <span aria-hidden>{t('price-book.dialog.percent')}</span>
      <Input
        aria-label={t('price-book.dialog.percent')}
        placeholder={t('price-book.dialog.percent-example')}
        inputMode="text"
        autoComplete="off"
        suffix="%"
        value={typed}
        onChange={setTyped}
        onPressEnter={(event) => {
          event.preventDefault();
          apply();
        }}
      />
      <Button disabled={!isUsable} onClick={apply}>
        {t('price-book.dialog.apply')}
      </Button>
    </div>
  );
}
