import { type ConsoleEvents, createBus } from '@tollgate/console-sdk';

/** What the parts of the console tell each other. A broken listener surfaces like any other error of the page. */
export const events = createBus<ConsoleEvents>((error) => globalThis.reportError(error));
