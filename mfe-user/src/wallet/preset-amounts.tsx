import { Button, useFormat } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';
import type { Shop } from './amounts.ts';

interface Props {
  amounts: number[];
  chosen: number | undefined;
  shop: Shop;
  onChoose: (amount: number) => void;
}

export function PresetAmounts({ amounts, chosen, shop, onChoose }: Props) {
  const { t } = useTranslation('area.user');
  const format = useFormat();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame and needs a legend
    <div className="tg-presets" role="group" aria-label={t('wallet.top-up.presets')}>
      {amounts.map((amount) => (
        <Button
          key={amount}
          size="small"
          type={amount === chosen ? 'outline' : 'secondary'}
          aria-pressed={amount === chosen}
          onClick={() => onChoose(amount)}
        >
          {shop.displayInCurrency ? `$${format.number(amount)}` : format.count(amount)}
        </Button>
      ))}
    </div>
  );
}
