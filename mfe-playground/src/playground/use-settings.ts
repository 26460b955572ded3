import { useArea, useSession } from '@tollgate/console-sdk';
import { useSearchParams } from '@tollgate/ui/router';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ChatSettings, plainParameters } from './chat-message.ts';
import { readSettings } from './stored-settings.ts';

const DEFAULT_MODEL = 'gpt-4o-mini';
const storedAs = 'settings';
/** Earlier versions kept the settings of everybody who used this browser in one place. */
const SHARED_BY_ALL = 'area.playground.settings';

/**
 * The settings of the panel, as stored in this browser. A link to the page may choose the model. `reset` restores the
 * defaults.
 */
export function useSettings() {
  const defaults = useDefaults();
  const { storage } = useArea();
  const [query] = useSearchParams();
  const wanted = query.get('model');
  const [settings, setSettings] = useState(() => {
    try {
      localStorage.removeItem(SHARED_BY_ALL);
      const stored = readSettings(storage.get(storedAs) ?? '{}', defaults);
      return wanted ? { ...stored, model: wanted } : stored;
    } catch {
      return wanted ? { ...defaults, model: wanted } : defaults;
    }
  });
  const change = useCallback(
    (next: ChatSettings) => {
      storage.set(storedAs, JSON.stringify(next));
      setSettings(next);
    },
    [storage],
  );
  const reset = useCallback(() => {
    storage.remove(storedAs);
    setSettings(defaults);
  }, [storage, defaults]);
  return { settings, defaults, change, reset };
}

function useDefaults(): ChatSettings {
  const { t } = useTranslation('area.playground');
  const { user } = useSession();
  const group = user?.group ?? 'default';
  const systemPrompt = t('settings.system-prompt-default');
  return useMemo(
    () => ({
      ...{ model: DEFAULT_MODEL, group, temperature: 0, maxTokens: 0, systemPrompt, extraBody: '' },
      ...plainParameters,
    }),
    [group, systemPrompt],
  );
}
