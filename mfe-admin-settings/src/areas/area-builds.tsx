import { EmptyState, StatusTag, TimeAgo, useFormat } from '@tollgate/ui/core';
import { type DataColumn, DataTable } from '@tollgate/ui/data';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListedArea, ListedBuild } from './areas.data.ts';
import { crashFree, failuresOf, loadTimes } from './health.ts';
import { NoteDialog } from './note-dialog.tsx';
import type { Switching } from './switch-dialog.tsx';
import { isTrusted } from './trust.ts';
import { useBuildActions } from './use-build-actions.ts';

interface Props {
  area: ListedArea;
  onCanary: (buildId: string) => void;
  onPin: (buildId: string) => void;
  onSwitch: (switching: Switching) => void;
}

/** Every available build with its health in the last day, and its actions. */
export function AreaBuilds({ area, onCanary, onPin, onSwitch }: Props) {
  const { t } = useTranslation('area.admin-settings');
  const columns = useBuildColumns(area);
  const [noted, setNoted] = useState<ListedBuild>();
  const actions = useBuildActions(area, { onCanary, onPin, onSwitch, onNote: setNoted });
  return (
    <section className="areas-part" aria-labelledby="areas-builds">
      <h2 id="areas-builds">{t('areas.builds.title')}</h2>
      <DataTable<ListedBuild>
        label={t('areas.builds.label', { area: area.id })}
        source={{ data: { items: area.builds, total: area.builds.length }, isLoading: false }}
        rowKey={({ build_id }) => build_id}
        columns={columns}
        actions={actions}
        empty={<EmptyState title={t('areas.builds.empty')} />}
      />
      {noted && <NoteDialog areaId={area.id} build={noted} onClose={() => setNoted(undefined)} />}
    </section>
  );
}

const COMMIT_DIGITS = 7;

function useBuildColumns(area: ListedArea): DataColumn<ListedBuild>[] {
  const { t } = useTranslation('area.admin-settings');
  const { count, duration } = useFormat();
  return [
    {
      key: 'build',
      title: t('areas.builds.build'),
      width: 160,
      mobile: 'title',
      render: (build) => (
        <span className="areas-build">
          <code>{build.build_id}</code>
          <small className="tg-muted">
            {t(`areas.source.${build.source}`, { version: build.version })} ·{' '}
            <TimeAgo at={Date.parse(build.built_at) / 1000} />
          </small>
          {build.commit && (
            <small className="tg-muted">
              <code>{build.commit.slice(0, COMMIT_DIGITS)}</code> {build.author}
            </small>
          )}
          {build.note && <small className="areas-note-text">{build.note}</small>}
        </span>
      ),
    },
    {
      key: 'state',
      title: t('areas.column.state'),
      width: 120,
      mobile: 'fact',
      render: (build) => <BuildMarks area={area} build={build} />,
    },
    {
      key: 'times',
      title: t('areas.column.times'),
      numeric: true,
      width: 130,
      render: ({ health }) => loadTimes(health, duration),
    },
    {
      key: 'loads',
      title: t('areas.builds.loads'),
      width: 150,
      mobile: 'fact',
      render: ({ health }) => (
        <span className="areas-build">
          <span className="tg-number">{count(health.loads)}</span>
          {failuresOf(health).map(([name, times]) => (
            <small key={name} className="areas-failing">
              {t(`areas.class.${name}`, { defaultValue: name })}{' '}
              <span className="tg-number">{count(times)}</span>
            </small>
          ))}
        </span>
      ),
    },
    {
      key: 'crash-free',
      title: t('areas.column.crash-free'),
      numeric: true,
      width: 100,
      mobile: 'fact',
      render: ({ health }) => crashFree(health),
    },
  ];
}

/** Who gets it, and whether its publish key was revoked. */
function BuildMarks({ area, build }: { area: ListedArea; build: ListedBuild }) {
  const { t } = useTranslation('area.admin-settings');
  if (isTrusted(build)) return <BuildState area={area} build={build} />;
  return (
    <span className="areas-tags">
      <BuildState area={area} build={build} />
      <Tag
        tone="danger"
        name="untrusted"
        hint={t('areas.untrusted.build', { key: build.publish_key?.name })}
      />
    </span>
  );
}

function BuildState({ area, build }: { area: ListedArea; build: ListedBuild }) {
  const { t } = useTranslation('area.admin-settings');
  const { build_id, revoked, unfit } = build;
  if (revoked) return <Tag tone="danger" name="revoked" hint={revoked} />;
  if (unfit) return <Tag tone="warning" name="unfit" hint={unfit} />;
  if (area.canary?.build_id === build_id) return <Tag tone="info" name="canary" />;
  if (area.everybody.build_id === build_id) return <Tag tone="success" name="current" />;
  return <span className="tg-muted">{t('areas.builds.idle')}</span>;
}

function Tag(props: { tone: 'danger' | 'warning' | 'info' | 'success'; name: string; hint?: string }) {
  const { t } = useTranslation('area.admin-settings');
  return (
    <StatusTag tone={props.tone} {...(props.hint && { hint: props.hint })}>
      {t(`areas.builds.${props.name}`)}
    </StatusTag>
  );
}
