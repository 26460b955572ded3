import type { Connection } from '../../db/connect.ts';
import { type Ledger, openLedger } from '../../ledger/index.ts';
import type { Instance } from '../../ledger/instance.ts';
import type { FaultyStores } from './faulty-store.ts';
import { copyLedgerFolder, writeLedgerFolder } from './folder-copies.ts';
import type { Schedule } from './schedule.ts';
import { Life } from './virtual-process.ts';

export interface GatewayParts {
  readonly connection: Pick<Connection, 'db' | 'logDb' | 'address'>;
  readonly stores: FaultyStores;
  readonly schedule: Schedule;
  readonly log: (text: string) => void;
}

/** A gateway that can be started and killed repeatedly. Its data folder stays. */
export class SimulatedGateway {
  readonly name: string;
  readonly dataDir: string;
  readonly #parts: GatewayParts;
  #starts = 0;
  readonly #lives: Life[] = [];
  #instance: Instance | undefined;
  /** The current life; undefined while the gateway is down. */
  life: Life | undefined;
  /** Undefined while it starts. */
  ledger: Ledger | undefined;
  isClosing = false;
  /** Whether its folder was copied from another gateway. */
  isCopy = false;
  wasUp = false;
  /** Sends no heartbeat: other gateways see a blocked event loop. */
  isStalled = false;

  constructor(name: string, dataDir: string, parts: GatewayParts) {
    this.name = name;
    this.dataDir = dataDir;
    this.#parts = parts;
  }

  /** Whether it takes commands. */
  get isUp(): boolean {
    return this.ledger !== undefined && this.life?.isAlive === true && !this.isClosing;
  }

  /** @throws when the start fails; the gateway is down then */
  async start(clockAheadMs: number): Promise<void> {
    const { connection, stores, schedule, log } = this.#parts;
    this.#starts += 1;
    const life = new Life(`${this.name}.${this.#starts}`, schedule, clockAheadMs);
    life.log = (text) => log(`${life.name} ${text}`);
    this.life = life;
    this.isStalled = false;
    const open = (_: unknown, instance: Instance) => {
      this.#instance = instance;
      return stores.open(instance);
    };
    try {
      const { ledger } = await life.run(() =>
        openLedger({ connection, dataDir: this.dataDir, onError: () => {}, open }),
      );
      this.ledger = ledger;
      life.isStarting = false;
      this.wasUp = true;
      for (const earlier of this.#lives) earlier.isRecovered = true;
      this.#lives.push(life);
    } catch (error) {
      this.life = undefined;
      life.isAlive = false;
      throw error;
    }
  }

  /**
   * Kills the process: from this moment on it writes nothing. A gateway that starts fails at its next
   * transaction instead.
   */
  async kill(): Promise<void> {
    const { life, ledger } = this;
    if (!life) return;
    if (life.isStarting) {
      life.faults.unshift({ statement: 0, effect: 'kill' });
      return;
    }
    life.isAlive = false;
    this.#parts.schedule.drop(life);
    this.life = undefined;
    this.ledger = undefined;
    this.isClosing = false;
    if (!ledger) return;
    // Closing releases the lock and the files, as the end of a process does, but also writes and removes
    // journals.
    const files = copyLedgerFolder(this.dataDir);
    const closer = new Life(`${life.name} closes`, this.#parts.schedule, 0);
    let isClosed = false;
    const closed = closer
      .run(() => ledger.close(0))
      .then(() => {
        isClosed = true;
      });
    await this.#parts.schedule.drain(() => isClosed, closer);
    await closed;
    this.#instance?.release(); // Closing does nothing when the process was closing when it died.
    closer.isAlive = false;
    this.#parts.schedule.drop(closer);
    writeLedgerFolder(this.dataDir, files);
  }
}
