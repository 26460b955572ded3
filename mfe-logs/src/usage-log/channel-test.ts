import { CHANNEL_TEST_NAME, type LogEntry } from '@tollgate/contract';

/** Whether an entry is a test of a channel, which has a stored name in place of a token. */
export function isChannelTest({ token_id, token_name }: LogEntry): boolean {
  return token_id === 0 && token_name === CHANNEL_TEST_NAME;
}

/** Returns the token name to filter by: tests are found by the name that the page shows for them. */
export function toStoredName(name: string, shownTestName: string): string {
  return name.toLowerCase() === shownTestName.toLowerCase() ? CHANNEL_TEST_NAME : name;
}
