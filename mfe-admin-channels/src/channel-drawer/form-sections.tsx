import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import './form-sections.css';

export interface FormSection {
  /** A key of `drawer.section`. */
  id: string;
  content: ReactNode;
  /** The content has a heading of its own. */
  isHeaded?: boolean;
}

/** A long form in sections, with an index that says which one is in sight. On a phone the index is a row on top. */
export function FormSections({ sections }: { sections: readonly FormSection[] }) {
  const { t } = useTranslation('area.admin-channels');
  const box = useRef<HTMLDivElement>(null);
  const ids = sections.map(({ id }) => id);
  const current = useSectionInSight(box, ids.join(' ')) ?? ids[0];

  function show(id: string) {
    const section = box.current?.querySelector<HTMLElement>(`[data-section="${id}"]`);
    if (!section) return;
    section.scrollIntoView({ block: 'start' });
    section.tabIndex = -1; // only now: the drawer would give its first focus to it
    section.focus({ preventScroll: true });
  }
  return (
    <div ref={box} className="channel-sections">
      <nav className="channel-index" data-no-autofocus aria-label={t('drawer.index')}>
        {ids.map((id) => (
          <button
            key={id}
            type="button"
            aria-current={id === current ? 'true' : undefined}
            onClick={() => show(id)}
          >
            {t(`drawer.section.${id}`)}
          </button>
        ))}
      </nav>
      <div>
        {sections.map(({ id, content, isHeaded = false }) => (
          <section key={id} className="channel-section" data-section={id}>
            {!isHeaded && <h2>{t(`drawer.section.${id}`)}</h2>}
            {content}
          </section>
        ))}
      </div>
    </div>
  );
}

/** The last section that begins in the upper fifth of what scrolls. */
function useSectionInSight(box: { current: HTMLElement | null }, ids: string): string | undefined {
  const [current, setCurrent] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sections are looked for again when there are others
  useEffect(() => {
    const sections = [...(box.current?.querySelectorAll<HTMLElement>('[data-section]') ?? [])];
    const inSight = new Set<Element>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries)
          isIntersecting ? inSight.add(target) : inSight.delete(target);
        setCurrent(sections.findLast((section) => inSight.has(section))?.dataset.section);
      },
      { rootMargin: '0px 0px -80% 0px' },
    );
    for (const section of sections) observer.observe(section);
    return () => observer.disconnect();
  }, [box, ids]);
  return current;
}
