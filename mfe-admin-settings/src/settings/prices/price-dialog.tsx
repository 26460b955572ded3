import { Form, FormDialog, Input, Radio, type RulesProps } from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';
import { fromTokenPrices, type PriceRow, readAmount, tokenPrices } from './price-rows.ts';

interface PriceForm {
  name: string;
  mode: 'token' | 'request';
  by: 'ratio' | 'price';
  price: string;
  ratio: string;
  completion: string;
  input: string;
  output: string;
}

interface Props {
  /** The model that is edited; absent for a new one. */
  row: PriceRow | undefined;
  /** Taken names. */
  names: ReadonlySet<string>;
  onDone: (row: PriceRow) => void;
  onClose: () => void;
}

/** The price of one model: by tokens, as ratios or prices, or by request. One replaces the other. */
export function PriceDialog({ row, names, onDone, onClose }: Props) {
  const { t } = useTranslation('area.admin-settings');
  return (
    <FormDialog<PriceForm>
      title={row ? t('settings.prices.edit-title', { name: row.name }) : t('settings.prices.add-title')}
      initial={toForm(row)}
      submitText={t('settings.prices.apply')}
      onSubmit={(form) => onDone(toRow(form, row?.name ?? form.name.trim()))}
      onClose={onClose}
    >
      {!row && <NameField names={names} />}
      <Choice field="mode" options={['token', 'request']} />
      <Form.Item noStyle shouldUpdate>
        {({ mode, by }: Partial<PriceForm>) => <Amounts mode={mode} by={by} />}
      </Form.Item>
    </FormDialog>
  );
}

function NameField({ names }: Pick<Props, 'names'>) {
  const { t } = useTranslation('area.admin-settings');
  const rules: RulesProps[] = [
    {
      validator(name: string | undefined, answer) {
        if (!name?.trim()) answer(t('settings.prices.name'));
        else answer(names.has(name.trim()) ? t('settings.prices.duplicate') : undefined);
      },
    },
  ];
  return (
    <Form.Item field="name" label={t('settings.prices.model')} rules={rules}>
      <Input autoComplete="off" spellCheck={false} />
    </Form.Item>
  );
}

function Amounts({ mode, by }: Partial<Pick<PriceForm, 'mode' | 'by'>>) {
  if (mode === 'request') return <Amount field="price" word="fixed" />;
  return (
    <>
      <Choice field="by" options={['ratio', 'price']} />
      {by === 'price' ? (
        <>
          <Amount field="input" word="input" isPositive />
          <Amount field="output" word="output" isOptional />
        </>
      ) : (
        <>
          <Amount field="ratio" word="model-ratio" />
          <Amount field="completion" word="completion-ratio" isOptional />
        </>
      )}
    </>
  );
}

function Choice({ field, options }: { field: 'mode' | 'by'; options: string[] }) {
  const { t } = useTranslation('area.admin-settings');
  return (
    <Form.Item field={field} label={t(`settings.prices.${field}`)}>
      <Radio.Group
        type="button"
        options={options.map((value) => ({ value, label: t(`settings.prices.${field}-${value}`) }))}
      />
    </Form.Item>
  );
}

interface AmountProps {
  field: string;
  word: string;
  isOptional?: boolean;
  isPositive?: boolean;
}

function Amount({ field, word, isOptional = false, isPositive = false }: AmountProps) {
  const { t } = useTranslation('area.admin-settings');
  const rules: RulesProps[] = [
    {
      validator(text: string | undefined, answer) {
        const value = readAmount(text);
        if (value === undefined && !(isOptional && !text?.trim())) answer(t('settings.prices.number'));
        else answer(isPositive && value === 0 ? t('settings.prices.zero') : undefined);
      },
    },
  ];
  return (
    <Form.Item field={field} label={t(`settings.prices.${word}`)} rules={rules}>
      <Input inputMode="decimal" autoComplete="off" />
    </Form.Item>
  );
}

function toForm(row: PriceRow | undefined): PriceForm {
  const [input, output] = row ? tokenPrices(row) : [];
  return {
    name: row?.name ?? '',
    mode: row?.price === undefined ? 'token' : 'request',
    by: 'ratio',
    price: text(row?.price),
    ratio: text(row?.ratio),
    completion: text(row?.completion),
    input: text(input),
    output: text(output),
  };
}

function toRow(form: PriceForm, name: string): PriceRow {
  const amount = (field: 'price' | 'ratio' | 'completion' | 'input' | 'output') => readAmount(form[field]);
  if (form.mode === 'request') return { name, price: amount('price') ?? 0 };
  if (form.by === 'price') return fromTokenPrices(name, amount('input') ?? 0, amount('output'));
  const completion = amount('completion');
  return { name, ratio: amount('ratio') ?? 0, ...(completion !== undefined && { completion }) };
}

function text(value: number | undefined): string {
  return value === undefined ? '' : String(value);
}
