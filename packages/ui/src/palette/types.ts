import type { ReactNode } from 'react';

/** One line of the command palette. */
export interface Command {
  /** Unique; also identifies it among recent commands. */
  id: string;
  title: string;
  /** Additional search words, such as its name in the other language. */
  keywords?: string;
  /** Its heading, such as "Pages". */
  group?: string;
  /** A secondary text at the end of the line. */
  hint?: string;
  icon?: ReactNode;
  /** Keyboard shortcut: `['g', 'l']`. */
  shortcut?: readonly string[];
  /** Runs after the palette has closed. A rejection is shown as a toast. */
  run: () => unknown;
}

export interface CommandPaletteProps {
  visible: boolean;
  onClose: () => void;
  /** All available commands. Their order decides between equal matches. */
  commands: readonly Command[];
  /** Further results for a query, such as records from the server. A rejection leaves the list unchanged. */
  search?: (query: string) => Promise<readonly Command[]>;
}
