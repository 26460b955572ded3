import { setTimeout as sleep } from 'node:timers/promises';
import { type ConnectOptions, connect } from '../../db/connect.ts';

export interface WindowWatch {
  /** What running calls hold of all windows. */
  held(): Promise<number>;
  stop(): Promise<{
    readonly looks: number;
    /** The fullest that any window was. */
    readonly highestPercent: number;
    /** Windows in which more was spent and held than their rule allows. */
    readonly above: readonly object[];
  }>;
}

/** Looks again and again what is spent and held of the windows of all rules, next to running gateways. */
export async function watchWindows(options: ConnectOptions): Promise<WindowWatch> {
  const { db, close } = await connect(options);
  const above: object[] = [];
  let looks = 0;
  let highest = 0;
  let isOn = true;
  /** Amounts only rise while a test watches: each look compares with the amount of its moment or a later one. */
  async function look(): Promise<number> {
    const windows = await db
      .selectFrom('limit_window')
      .innerJoin('limit_rules', 'limit_rules.id', 'limit_window.rule_id')
      .select(['limit_window.id', 'spent', 'held', 'amount'])
      .execute();
    for (const window of windows) {
      const used = Number(window.spent) + Number(window.held);
      if (used > Number(window.amount)) above.push(window);
      if (used > 0) highest = Math.max(highest, used / Number(window.amount));
    }
    looks += 1;
    return windows.reduce((sum, { held }) => sum + Number(held), 0);
  }
  const watching = (async () => {
    while (isOn) {
      await look();
      await sleep(LOOK_MS);
    }
  })();
  return {
    held: look,
    async stop() {
      isOn = false;
      await watching;
      await close();
      return { looks, highestPercent: Math.round(highest * 100), above };
    },
  };
}

const LOOK_MS = 5;
