import { Form, FormDialog, Input, Radio, type RulesProps } from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';
import { type PriceRow, readAmount } from './price-rows.ts';

type Kind = 'price' | 'model' | 'completion' | 'ratios';
interface FillForm {
  kind: Kind;
  first: string;
  second: string;
}

interface Props {
  names: readonly string[];
  /** The current price of a model. */
  rowOf: (name: string) => PriceRow | undefined;
  onDone: (rows: PriceRow[]) => void;
  onClose: () => void;
}

/** Sets the same price or ratios for several models. */
export function FillDialog({ names, rowOf, onDone, onClose }: Props) {
  const { t } = useTranslation('area.admin-settings');
  const kinds: Kind[] = ['price', 'model', 'completion', 'ratios'];
  return (
    <FormDialog<FillForm>
      title={t('settings.prices.fill', { value: names.length })}
      initial={{ kind: 'model', first: '', second: '' }}
      submitText={t('settings.prices.apply')}
      onSubmit={(form) => onDone(names.map((name) => filled(rowOf(name) ?? { name }, form)))}
      onClose={onClose}
    >
      <Form.Item field="kind" label={t('settings.prices.fill-kind')}>
        <Radio.Group options={kinds.map((value) => ({ value, label: t(`settings.prices.fill-${value}`) }))} />
      </Form.Item>
      <Form.Item noStyle shouldUpdate>
        {({ kind = 'model' }: Partial<FillForm>) => <Values kind={kind} />}
      </Form.Item>
    </FormDialog>
  );
}

function Values({ kind }: { kind: Kind }) {
  const { t } = useTranslation('area.admin-settings');
  const isBoth = kind === 'ratios';
  const rules: RulesProps[] = [
    {
      validator(text: string | undefined, answer) {
        if (!text?.trim()) answer(t(isBoth ? 'settings.prices.fill-both' : 'settings.prices.fill-value'));
        else answer(readAmount(text) === undefined ? t('settings.prices.number') : undefined);
      },
    },
  ];
  const first = isBoth ? 'model' : kind;
  return (
    <>
      <Form.Item field="first" label={t(`settings.prices.fill-${first}`)} rules={rules}>
        <Input inputMode="decimal" autoComplete="off" />
      </Form.Item>
      {isBoth && (
        <Form.Item field="second" label={t('settings.prices.fill-completion')} rules={rules}>
          <Input inputMode="decimal" autoComplete="off" />
        </Form.Item>
      )}
    </>
  );
}

/** A price per call replaces ratios, and vice versa. */
function filled({ name, ratio, completion }: PriceRow, { kind, first, second }: FillForm): PriceRow {
  const value = readAmount(first) ?? 0;
  if (kind === 'price') return { name, price: value };
  if (kind === 'ratios') return { name, ratio: value, completion: readAmount(second) ?? 0 };
  const ratios = { ...(ratio !== undefined && { ratio }), ...(completion !== undefined && { completion }) };
  return { name, ...ratios, [kind === 'model' ? 'ratio' : 'completion']: value };
}
