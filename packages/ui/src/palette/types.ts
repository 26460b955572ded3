import type { ReactNode } from 'react';

/** One line of the command palette. */
export interface Command {
  /** Unlike any other; also names it among those used last. */
  id: string;
  title: string;
  /** Words that find it besides its title, such as its name in the other language. */
  keywords?: string;
  /** The heading it stands under, such as "Pages". */
  group?: string;
  /** A quiet word at the end of the line. */
  hint?: string;
  icon?: ReactNode;
  /** Keys that do the same: `['g', 'l']`. */
  shortcut?: readonly string[];
  /** Runs after the palette has closed. A rejection is shown as a toast. */
  run: () => unknown;
}

export interface CommandPaletteProps {
  visible: boolean;
  onClose: () => void;
  /** Everything that can be done from here. The order is kept among commands that fit a query alike. */
  commands: readonly Command[];
  /** More for a query, such as records found by the server. A rejection leaves the list as it is. */
  search?: (query: string) => Promise<readonly Command[]>;
}
