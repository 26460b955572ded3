import type { ListedPrice } from '@tollgate/contract';
import { Form, FormDialog, Input, Radio, type RulesProps } from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';
import { PercentChange } from './percent-change.tsx';
import { useSetPrices } from './price-book.data.ts';
import { defaultText, type PriceForm, readAmount, toForm, tokenParts, toPrice } from './price-form.ts';

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
        {({ unit, input }: Partial<PriceForm>) =>
          unit === 'tokens' || unit === undefined ? (
            <TokenParts input={readAmount(input)} />
          ) : (
            <Amount part={`per_${unit}`} isNeeded />
          )
        }
      </Form.Item>
      {price && <PercentChange />}
    </FormDialog>
  );
}

/** A part that is left empty shows what it then costs. */
function TokenParts({ input }: { input: number | undefined }) {
  const { t } = useTranslation('area.user');
  return (
    <>
      <p className="price-book-hint tg-muted">{t('price-book.dialog.defaults')}</p>
      {tokenParts.map((part) => (
        <Amount
          key={part}
          part={part}
          isNeeded={part === 'input'}
          placeholder={part === 'input' || input === undefined ? '' : defaultText(part, input)}
        />
      ))}
    </>
  );
}

interface AmountProps {
  part: keyof PriceForm;
  isNeeded: boolean;
  placeholder?: string;
}

function Amount({ part, isNeeded, placeholder = '' }: AmountProps) {
  const { t } = useTranslation('area.user');
  const { form } = Form.useFormContext();
  const rules: RulesProps[] = [
    {
      validator(text: string | undefined, answer) {
        const isMissing = !text?.trim();
        if (isMissing ? isNeeded : readAmount(text) === undefined) answer(t('price-book.dialog.amount'));
        else if (part !== 'input' && readAmount(text) && readAmount(form.getFieldValue('input')) === 0)
          answer(t('price-book.dialog.free'));
        else answer();
      },
    },
  ];
  return (
    <Form.Item field={part} label={t(`price-book.part.${part}`)} rules={rules}>
      <Input inputMode="decimal" autoComplete="off" prefix="$" placeholder={placeholder} />
    </Form.Item>
  );
}
