import { ErrorState, Skeleton } from '@tollgate/ui/core';
import { type ComponentType, type ReactNode, useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import type { SettingsSection as Section } from './describe.ts';
import { useOptions } from './options.data.ts';
import { SaveBar } from './save-bar.tsx';
import { type SectionExtra, SettingsSection, type SettingsSectionProps } from './settings-section.tsx';
import { useFoundSetting } from './use-found-setting.ts';
import { useSaveBar } from './use-save-bar.ts';

interface Props {
  sections: readonly Section[];
  /** Additional content of a section, by its id. */
  extras?: Readonly<Record<string, SectionExtra>>;
  /** Sections with their own component, by id. */
  panels?: Readonly<Record<string, ComponentType<SettingsSectionProps>>>;
  /** Rendered at the end. */
  children?: ReactNode;
}

/** The sections of one tab, and the bar that saves what changed in them. */
export function SectionsTab(props: Props) {
  const { t } = useTranslation('area.admin-settings');
  const { data, error, mutate } = useOptions();

  if (!data && error) {
    return <ErrorState title={t('settings.failed')} error={error} onRetry={() => mutate()} />;
  }
  if (!data) return <Loading sections={props.sections} />;
  return <Sections {...props} rows={data} reload={() => mutate()} />;
}

/** Only those of the first screen are in the first frame, which all of them together would delay. */
function Sections({
  sections,
  extras = {},
  panels = {},
  children,
  ...stored
}: Props & Pick<SettingsSectionProps, 'rows' | 'reload'>) {
  const bar = useSaveBar(stored.reload);
  const shown = useDeferredValue(sections, sections.slice(0, ON_FIRST_SCREEN));
  useFoundSetting(shown === sections);
  return (
    <div className="settings-sections">
      {shown.map((section) => (
        <Panel
          key={section.id}
          {...stored}
          of={panels[section.id] ?? SettingsSection}
          section={section}
          register={bar.register}
          save={bar.save}
          extra={extras[section.id]}
        />
      ))}
      {shown === sections && children}
      <SaveBar bar={bar} />
    </div>
  );
}

const ON_FIRST_SCREEN = 2;

function Panel({ of: Kind, ...props }: SettingsSectionProps & { of: ComponentType<SettingsSectionProps> }) {
  return <Kind {...props} />;
}

/** Skeleton of the sections and their fields. */
function Loading({ sections }: Pick<Props, 'sections'>) {
  const { t } = useTranslation('common');
  return (
    <div className="settings-sections" role="status" aria-label={t('a11y.loading')}>
      {sections.map(({ id, fields }) => (
        <div key={id} className="settings-section">
          <Skeleton animation text={{ rows: fields.length, width: '100%' }} />
        </div>
      ))}
    </div>
  );
}
