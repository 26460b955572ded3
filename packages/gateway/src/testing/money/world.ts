import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Ledger } from '../../ledger/index.ts';
import { openAccount } from '../../ledger/post.ts';
import type { OpenDatabase } from '../databases.ts';
import { copyLedgerFolder, writeLedgerFolder } from './folder-copies.ts';
import type { ModelCall } from './model-call.ts';
import { Schedule } from './schedule.ts';
import { type GatewayParts, SimulatedGateway } from './simulated-gateway.ts';
import { type Life, nextTick } from './virtual-process.ts';

export const USERS = [0, 1] as const;
export const BALANCE = 1000;
export const TOKEN_BALANCE = 700;
const GATEWAYS = 2;
const MINUTE_MS = 60_000;

export type WorldParts = Omit<GatewayParts, 'schedule' | 'log'> & { readonly opened: OpenDatabase };

/** The answer to a caller about a posting or a refund. */
export interface PostingAnswer {
  readonly what: string;
  readonly amount: number;
  isBooked: boolean | undefined;
}

/** Several gateways, one database, and all answers to callers. */
export class World {
  readonly run: number;
  readonly parts: WorldParts;
  readonly schedule = new Schedule();
  readonly gateways: SimulatedGateway[] = [];
  /** By id. */
  readonly calls = new Map<string, ModelCall>();
  readonly posts = new Map<string, PostingAnswer>();
  readonly refunds = new Map<string, number>();
  readonly trace: string[] = [];
  readonly #watches = new Set<Watch>();
  #count = 0;
  #violation: Error | undefined;

  constructor(run: number, parts: WorldParts) {
    this.run = run;
    this.parts = parts;
    this.schedule.onAdvance = () => this.#sendHeartbeats();
    this.schedule.onClock = async (elapsedMs) => {
      await sql`UPDATE instance SET heartbeat_at = heartbeat_at - ${elapsedMs}`.execute(parts.opened.db);
    };
    const { dataDir, databaseUrl } = parts.opened.options;
    const root = mkdtempSync(join(dataDir, `run-${run}-`));
    for (let number = 0; number < GATEWAYS; number++) {
      // Processes that share a SQLite file share its folder too.
      this.#add(databaseUrl === undefined ? join(root, 'shared') : join(root, String(number)));
    }
  }

  user(number: number): number {
    return this.run * 10 + number;
  }

  async openAccounts(): Promise<void> {
    await this.parts.opened.db.transaction().execute(async (tx) => {
      for (const number of USERS) {
        const ownerId = this.user(number);
        const grant = { kind: 'grant', by: 0, ownerId };
        await openAccount(tx, { ...grant, ownerType: 'user', balance: BALANCE, ref: `user:${ownerId}` });
        await openAccount(tx, { ...grant, ownerType: 'token', balance: TOKEN_BALANCE, ref: `t:${ownerId}` });
      }
    });
  }

  log(text: string): void {
    this.trace.push(text);
  }

  fail(text: string): void {
    this.log(`WRONG: ${text}`);
    this.#violation ??= new Error(text);
  }

  /** @throws the first violation */
  assertConsistent(): void {
    if (this.#violation) throw this.#violation;
  }

  /** Returns the gateway with that number among those that take commands. */
  up(number: number): SimulatedGateway | undefined {
    const gateways = this.gateways.filter(({ isUp }) => isUp);
    return gateways[number % gateways.length];
  }

  /** Returns the gateway with that number among those that may start. */
  down(number: number): SimulatedGateway | undefined {
    const gateways = this.gateways.filter(({ life }) => !life);
    return gateways[number % gateways.length];
  }

  gatewayOf(life: Life): SimulatedGateway | undefined {
    return this.gateways.find((gateway) => gateway.life === life);
  }

  /** Begins an operation at a gateway. Calls `onAnswer` with the answer, unless the gateway dies first. */
  begin<T>(
    gateway: SimulatedGateway,
    text: string,
    work: (ledger: Ledger) => Promise<T>,
    onAnswer: (answer: T | undefined, error: unknown) => void,
  ): void {
    const { life, ledger } = gateway;
    if (!life || !ledger) return;
    const name = `${life.name} ${text}`;
    this.log(name);
    life
      .run(() => work(ledger))
      .then(
        (answer) =>
          this.#deliverAnswer(life, `${name} -> ${show(answer)}`, () => onAnswer(answer, undefined)),
        (error: unknown) =>
          this.#deliverAnswer(life, `${name} -> ${show(error)}`, () => onAnswer(undefined, error)),
      )
      .catch((error: unknown) => this.fail(show(error)));
  }

  /** Starts a gateway that is down; others do not change. */
  start(gateway: SimulatedGateway, clockAheadMs = 0): Promise<void> {
    if (gateway.life) return Promise.resolve();
    this.log(`${gateway.name} starts${clockAheadMs ? `, its clock is ${clockAheadMs / 1000} s ahead` : ''}`);
    return gateway.start(clockAheadMs).then(
      () => this.log(`${gateway.name} is up`),
      (error: unknown) => {
        this.log(`${gateway.name} does not start: ${show(error)}`);
        this.#discardCopy(gateway);
      },
    );
  }

  async kill(gateway: SimulatedGateway): Promise<void> {
    if (!gateway.life) return;
    this.log(`${gateway.life.name} is killed`);
    await gateway.kill();
  }

  /** Creates a gateway with the current folder of another. */
  copy(from: SimulatedGateway): SimulatedGateway {
    const copy = this.#add(mkdtempSync(join(this.parts.opened.options.dataDir, 'copy-')));
    copy.isCopy = true;
    writeLedgerFolder(copy.dataDir, copyLedgerFolder(from.dataDir));
    this.log(`${copy.name} is a copy of the data folder of ${from.name}`);
    return copy;
  }

  /** Runs some events. Removes gateways that were killed by one of them. */
  async step(events: number, pick: number): Promise<void> {
    for (let count = 0; count < events; count++) {
      if (!(await this.schedule.step(pick))) return;
      await this.bury();
    }
  }

  async bury(): Promise<void> {
    this.#look();
    for (const gateway of this.gateways) {
      if (gateway.life && !gateway.life.isAlive) await this.kill(gateway);
    }
  }

  /** Runs events until none is left. */
  async drain(): Promise<void> {
    await nextTick();
    await this.bury();
    for (let count = 0; await this.schedule.step(); count++) {
      await this.bury();
      if (count > MOST_EVENTS) throw new Error(`the ledger does not come to rest in ${MOST_EVENTS} events`);
    }
  }

  /** Runs one gateway until its work is done, without faults. */
  async complete(gateway: SimulatedGateway, work: Promise<unknown>): Promise<void> {
    const { life } = gateway;
    if (!life) return;
    let isDone = false;
    work.then(
      () => {
        isDone = true;
      },
      () => {
        isDone = true;
      },
    );
    life.calm += 1;
    await this.schedule.drain(() => isDone, life);
    life.calm -= 1;
  }

  /** Lets a minute pass. Living gateways send a heartbeat at once, unless they are stalled. */
  async passMinute(): Promise<void> {
    this.schedule.now += MINUTE_MS;
    this.#look(); // Until the next heartbeat, every gateway seems dead.
    for (const gateway of this.gateways) {
      const heartbeat = this.#sendHeartbeat(gateway);
      if (heartbeat) await this.complete(gateway, heartbeat);
    }
  }

  /** Processes that other gateways may take for dead. */
  isSilent(life: Life): boolean {
    return !life.isRecovered && this.schedule.now - life.heartbeatAt >= SILENT_MS;
  }

  /** Calls `look` repeatedly until the gateway is dead or the returned function was called. */
  watch(gateway: SimulatedGateway, look: () => void): () => void {
    const watch = { life: gateway.life, look };
    this.#watches.add(watch);
    look();
    return () => {
      look();
      this.#watches.delete(watch);
    };
  }

  dispose(): void {
    for (const { dataDir } of this.gateways) rmSync(dataDir, { recursive: true, force: true });
  }

  #look(): void {
    for (const watch of this.#watches) {
      watch.look();
      if (!watch.life?.isAlive) this.#watches.delete(watch);
    }
  }

  #sendHeartbeats(): void {
    for (const gateway of this.gateways) {
      if (this.schedule.now - (gateway.life?.heartbeatBegunAt ?? 0) >= HEARTBEAT_MS)
        void this.#sendHeartbeat(gateway);
    }
  }

  /** Resolves when the heartbeat has an answer, successful or not. */
  #sendHeartbeat(gateway: SimulatedGateway): Promise<void> | undefined {
    const { life, ledger } = gateway;
    if (!life || !ledger || !gateway.isUp || gateway.isStalled) return undefined;
    const { now } = this.schedule;
    life.heartbeatBegunAt = now;
    const onHeartbeat = () => {
      life.heartbeatAt = Math.max(life.heartbeatAt, now);
    };
    return life.run(() => ledger.heartbeat()).then(onHeartbeat, () => {});
  }

  #add(dataDir: string): SimulatedGateway {
    const name = String.fromCharCode('A'.charCodeAt(0) + this.#count++);
    const gateway = new SimulatedGateway(name, dataDir, {
      ...this.parts,
      schedule: this.schedule,
      log: (text) => this.log(text),
    });
    this.gateways.push(gateway);
    return gateway;
  }

  /** A copy that could not start at once would later bring outdated journal records. */
  #discardCopy(gateway: SimulatedGateway): void {
    if (gateway.wasUp || !gateway.isCopy) return;
    this.gateways.splice(this.gateways.indexOf(gateway), 1);
    rmSync(gateway.dataDir, { recursive: true, force: true });
  }

  #deliverAnswer(life: Life, text: string, onAnswer: () => void): void {
    if (!life.isAlive) return;
    this.log(text);
    onAnswer();
  }
}

function show(answer: unknown): string {
  if (answer === undefined) return 'done';
  if (!(answer instanceof Error)) return JSON.stringify(answer);
  const { cause } = answer;
  return cause instanceof Error ? `${answer.name} (${cause.message})` : `${answer.name}: ${answer.message}`;
}

interface Watch {
  readonly life: Life | undefined;
  readonly look: () => void;
}

const HEARTBEAT_MS = 5_000;
/** Slightly less than the ledger's limit for silence. */
const SILENT_MS = 29_000;
const MOST_EVENTS = 20_000;
