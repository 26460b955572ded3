import { useAction, useData } from '@tollgate/api-client';
import { listPricing, listUnpriced, setPrices, type UnpricedModel } from '@tollgate/contract';
import { Button, useToast } from '@tollgate/ui/core';
import { Dialog, Input } from '@tollgate/ui/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import './channel-prices.css';

export interface Props {
  /** The models of the channel that was saved. */
  models: readonly string[];
  onClose: () => void;
}

/** Models of a saved channel that have no price, with proposals to take. Renders nothing when all have one. */
export function UnpricedDialog({ models, onClose }: Props) {
  const { data } = useData(listUnpriced, { models: namesOf(models) }, { keepPreviousData: false });
  if (!data || data.length === 0) return null;
  return <Prices unpriced={data} onClose={onClose} />;
}

interface Typed {
  readonly input: string;
  readonly output: string;
}

function Prices({ unpriced, onClose }: { unpriced: readonly UnpricedModel[]; onClose: () => void }) {
  const { t } = useTranslation('area.admin-channels');
  const toast = useToast();
  const { run, pending } = useAction(setPrices, { refresh: [listUnpriced, listPricing] });
  const [typed, setTyped] = useState(() => new Map(unpriced.map((each) => [each.model, proposalOf(each)])));
  const prices = unpriced.flatMap(({ model, proposal }) => toPrice(model, typed.get(model), proposal));

  async function save() {
    await run({ prices }).then(() => {
      toast.success(t('prices.saved', { count: prices.length }));
      onClose();
    }, toast.error);
  }

  return (
    <Dialog
      title={t('prices.title', { count: unpriced.length })}
      width={640}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('prices.later')}</Button>
          <Button type="primary" disabled={prices.length === 0} loading={pending} onClick={() => void save()}>
            {t('prices.set', { count: prices.length })}
          </Button>
        </>
      }
    >
      <p className="channel-prices-hint">{t('prices.hint')}</p>
      <div className="channel-prices-head" aria-hidden>
        <span>{t('prices.model')}</span>
        <span>{t('prices.input-short')}</span>
        <span>{t('prices.output-short')}</span>
      </div>
      <ul className="channel-prices">
        {unpriced.map(({ model, proposal }) => (
          <li key={model}>
            <span className="channel-prices-model">
              <span className="tg-mono">{model}</span>
              <span className="tg-muted">
                {proposal ? t('prices.like', { like: proposal.like }) : t('prices.none')}
              </span>
            </span>
            {(['input', 'output'] as const).map((part) => (
              <Input
                key={part}
                aria-label={t(`prices.${part}`, { model })}
                placeholder={t(`prices.${part}-short`)}
                prefix="$"
                inputMode="decimal"
                value={typed.get(model)?.[part] ?? ''}
                onChange={(text) => {
                  const before = typed.get(model) ?? { input: '', output: '' };
                  setTyped(new Map(typed).set(model, { ...before, [part]: text }));
                }}
              />
            ))}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** A price by request cannot be typed here: only the price editor has it. */
function proposalOf({ proposal }: UnpricedModel): Typed {
  const text = (amount: number | null | undefined) => (typeof amount === 'number' ? String(amount) : '');
  return { input: text(proposal?.price.input), output: text(proposal?.price.output) };
}

/** The proposal as it is, or the typed amounts. Nothing while no input price is typed. */
function toPrice(model: string, typed: Typed | undefined, proposal: UnpricedModel['proposal']) {
  const [input, output] = [readAmount(typed?.input), readAmount(typed?.output)];
  if (input === undefined) return [];
  const isProposal = proposal?.price.input === input && proposal.price.output === output;
  return [{ model, price: isProposal ? proposal.price : { input, output: output ?? input } }];
}

function readAmount(text: string | undefined): number | undefined {
  const value = Number(text);
  return text?.trim() && Number.isFinite(value) && value >= 0 ? value : undefined;
}

/** Of a channel with very many models, all unpriced models are listed: an address has an end. */
function namesOf(models: readonly string[]): string {
  const text = models.join(',');
  return text.length > 4000 ? '' : text;
}
