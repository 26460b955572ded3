import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeSample } from '../display/code-sample.tsx';
import { Tabs } from '../tabs/tabs.tsx';
import { type Call, type SnippetLanguage, snippetFor, snippetNames } from './call-snippets.ts';

export interface CodeTabsProps {
  call: Call;
  /** The key in the copied text, when the shown one is masked. */
  secret?: string;
  languages?: readonly SnippetLanguage[];
}

/** A first call in several languages and clients, each with a copy button. */
export function CodeTabs({ call, secret = call.key, languages = all }: CodeTabsProps) {
  const { t } = useTranslation('common');
  const [open, setOpen] = useState<SnippetLanguage>(languages[0] ?? 'curl');
  return (
    <Tabs
      label={t('snippets.label')}
      tabs={languages.map((id) => ({ id, label: snippetNames[id] }))}
      open={open}
      onOpen={setOpen}
    >
      <CodeSample
        label={t(settingsOf.has(open) ? 'snippets.settings' : 'snippets.first')}
        text={snippetFor(open, call)}
        copyText={snippetFor(open, { ...call, key: secret })}
      />
    </Tabs>
  );
}

/** Clients that take settings in place of a program. */
const settingsOf: ReadonlySet<SnippetLanguage> = new Set(['codex', 'cursor', 'webui']);

const all = Object.keys(snippetNames) as SnippetLanguage[];
