import { ConfigContext } from '@arco-design/web-react/es/ConfigProvider/context';
import { createContext, type ReactNode, useContext, useMemo } from 'react';

/**
 * Marks drawers, dialogs and popups of the tree below with `data-scope`. They are drawn at the end of the body,
 * outside of the part of the page whose styles they need.
 */
export function PopupScope({ name, children }: { name: string; children: ReactNode }) {
  const outer = useContext(ConfigContext);
  const config = useMemo(() => ({ ...outer, getPopupContainer: () => scopedBody(name) }), [outer, name]);
  return (
    <ConfigContext value={config}>
      <Scope value={name}>{children}</Scope>
    </ConfigContext>
  );
}

/** Attributes of a drawer or dialog of this part of the page. */
export function usePopupScope(): { 'data-scope'?: string } {
  const name = useContext(Scope);
  return useMemo(() => (name ? { 'data-scope': name } : {}), [name]);
}

const Scope = createContext('');

/** Arco only appends to it. The layers stay children of the body: Arco places and scrolls those differently. */
function scopedBody(name: string): Element {
  const append = (layer: HTMLElement) => {
    layer.dataset.scope = name;
    return document.body.appendChild(layer);
  };
  return { appendChild: append } as unknown as Element;
}
