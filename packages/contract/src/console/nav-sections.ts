/** Menu sections of the console, in order: at 100, 200 and so on among those of areas. */
export const navSections = ['playground', 'chat', 'console', 'admin', 'personal'] as const;
