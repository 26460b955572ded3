import { Button, ConfirmAction, TimeAgo } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';
import { type ListedArea, type ListedCanary, useDecisions } from './areas.data.ts';
import { BuildName } from './build-name.tsx';
import { VerdictTag } from './canary-state.tsx';
import { Ends } from './ends.tsx';
import { isTrusted } from './trust.ts';

interface Props {
  area: ListedArea;
  onCanary: (buildId: string) => void;
  onPin: () => void;
}

/** In order of precedence: pins, the canary, then everybody else. */
export function RolloutRules({ area, onCanary, onPin }: Props) {
  const { t } = useTranslation('area.admin-settings');
  const { canary, everybody, pins } = area;
  return (
    <section className="areas-part" aria-labelledby="areas-who">
      <h2 id="areas-who">{t('areas.who.title')}</h2>
      <ul className="areas-rules">
        {pins.map((pin) => (
          <Pin key={pin.user_id} area={area} pin={pin} />
        ))}
        {canary && <Canary area={area} canary={canary} onChange={() => onCanary(canary.build_id)} />}
        <li>
          <div>
            <strong>{canary || pins.length > 0 ? t('areas.who.others') : t('areas.who.everybody')}</strong>
            <span className="tg-muted">{t(`areas.why.${whyOf(area)}`)}</span>
          </div>
          {hasChosenBuild(area) && <BuildName area={area} buildId={everybody.build_id} />}
        </li>
      </ul>
      {!area.retired && (
        <Button size="small" onClick={onPin}>
          {t('areas.pin.open')}
        </Button>
      )}
    </section>
  );
}

function whyOf(area: ListedArea): string {
  if (area.retired) return 'retired';
  if (!hasChosenBuild(area)) return 'none';
  return area.stable ? area.everybody.why : 'bundled';
}

/** An area without a stable build has only a bundled one for everybody. */
function hasChosenBuild({ stable, builds }: ListedArea): boolean {
  return stable !== '' || builds.some(({ source }) => source === 'bundled');
}

function Pin({ area, pin }: { area: ListedArea; pin: ListedArea['pins'][number] }) {
  const { t } = useTranslation('area.admin-settings');
  const { unpin } = useDecisions();
  const { user_id, build_id, expires_at, reason } = pin;
  return (
    <li>
      <div>
        <strong>{t('areas.who.user', { id: user_id })}</strong>
        <span className="tg-muted">
          {reason || t('areas.why.preview')} · <Ends at={expires_at} />
        </span>
      </div>
      <BuildName area={area} buildId={build_id} />
      <ConfirmAction
        size="small"
        title={t('areas.unpin.title', { id: user_id })}
        content={t('areas.unpin.text')}
        okText={t('areas.unpin.ok')}
        onConfirm={() => unpin({ id: area.id, user_id })}
        done={t('areas.unpin.done')}
      >
        {t('areas.unpin.ok')}
      </ConfirmAction>
    </li>
  );
}

function Canary(props: { area: ListedArea; canary: ListedCanary; onChange: () => void }) {
  const { t } = useTranslation('area.admin-settings');
  const { endCanary } = useDecisions();
  const { area, canary, onChange } = props;
  const { roles, users, frozen, plan } = canary;
  const build = area.builds.find(({ build_id }) => build_id === canary.build_id);
  const canChange = build === undefined || isTrusted(build);
  const named = [
    ...roles.map((role) => t(`areas.role.${role}`, { defaultValue: String(role) })),
    ...users.map((id) => t('areas.who.user', { id })),
  ];
  return (
    <li>
      <div>
        <strong>{t('areas.who.share', { share: `${canary.percent}%` })}</strong>
        {named.length > 0 && (
          <span className="tg-muted">{t('areas.who.named', { who: named.join(', ') })}</span>
        )}
        {plan && !frozen && canChange && <Plan plan={plan} />}
        {plan && !frozen && !canChange && <span className="tg-muted">{t('areas.who.stopped')}</span>}
        {frozen && <span className="areas-frozen">{t('areas.who.frozen', { reason: frozen })}</span>}
      </div>
      <span className="areas-canary">
        <BuildName area={area} buildId={canary.build_id} />
        <VerdictTag canary={canary} />
      </span>
      <span className="areas-buttons">
        <Button size="small" disabled={!canChange} onClick={onChange}>
          {t('areas.share.change')}
        </Button>
        <ConfirmAction
          size="small"
          title={t('areas.end.title')}
          content={t('areas.end.text')}
          okText={t('areas.end.ok')}
          onConfirm={() => endCanary({ id: area.id })}
          done={t('areas.end.done')}
        >
          {t('areas.end.ok')}
        </ConfirmAction>
      </span>
    </li>
  );
}

/** How the share grows automatically. */
function Plan({ plan: { steps, next_at } }: { plan: NonNullable<ListedCanary['plan']> }) {
  const { t } = useTranslation('area.admin-settings');
  return (
    <span className="tg-muted">
      {t('areas.who.plan', { steps: steps.map((step) => `${step}%`).join(' → ') })}
      {next_at > 0 && (
        <>
          {' '}
          {t('areas.who.next')} <TimeAgo at={next_at} />
        </>
      )}
    </span>
  );
}
