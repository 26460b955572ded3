import type { ListedPrice } from '@tollgate/contract';
import { Form, FormDialog, Input, Radio, type RulesProps } from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';
import { useSetPrices } from './price-book.data.ts';
import { type PriceForm, readAmount, toForm, tokenParts, toPrice } from './price-form.ts';

interface Props {
  model: string;
  price: ListedPrice | null;
  onClose: () => void;
}

/** Sets the price of one model. */
export function PriceDialog({ model, price, onClose }: Props) {
  const { t } = useTranslation('area.user');
  const save = useSetPrices();
  return (
    <FormDialog<PriceForm>
      title={t('price-book.dialog.title', { model })}
      initial={toForm(model, price)}
      done={t('price-book.dialog.saved')}
      onSubmit={(form) => {
        const set = toPrice({ ...form, model });
        return set && save({ prices: [{ model, price: set }] });
      }}
      onClose={onClose}
    >
      <Form.Item field="unit" label={t('price-book.dialog.unit')}>
        <Radio.Group
          type="button"
          options={(['tokens', 'call', 'second'] as const).map((value) => ({
            value,
            label: t(`price-book.dialog.${value}`),
          }))}
        />
      </Form.Item>
      <Form.Item noStyle shouldUpdate>
        {({ unit }: Partial<PriceForm>) =>
          unit === 'tokens' || unit === undefined ? <TokenParts /> : <Amount part={`per_${unit}`} isNeeded />
        }
      </Form.Item>
    </FormDialog>
  );
}

function TokenParts() {
  return tokenParts.map((part) => <Amount key={part} part={part} isNeeded={part === 'input'} />);
}

function Amount({ part, isNeeded }: { part: keyof PriceForm; isNeeded: boolean }) {
  const { t } = useTranslation('area.user');
  const rules: RulesProps[] = [
    {
      validator(text: string | undefined, answer) {
        const isMissing = !text?.trim();
        if (isMissing ? isNeeded : readAmount(text) === undefined) answer(t('price-book.dialog.amount'));
        else answer();
      },
    },
  ];
  return (
    <Form.Item field={part} label={t(`price-book.part.${part}`)} rules={rules}>
      <Input inputMode="decimal" autoComplete="off" prefix="$" />
    </Form.Item>
  );
}
