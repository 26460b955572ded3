import http from 'node:http';
import { pause } from '../relay/machine.ts';
import { bodyOf } from '../relay/requests.ts';
import type { Site } from './gateway.ts';

/** Relays calls at a steady rate during another measurement. */
export class RelayedCalls {
  readonly #site: Site;
  readonly #agent = new http.Agent({ keepAlive: true });
  #waits: number[] = [];
  #open = 0;
  #stopped = false;

  constructor(site: Site, perSecond: number) {
    this.#site = site;
    void this.#run(perSecond);
  }

  /** Milliseconds of the calls that ended since the last `from`; waits for running ones. */
  async take(): Promise<number[]> {
    const until = performance.now() + 30_000;
    const seen = this.#waits.length;
    // Calls that began within the measurement and have not ended yet wait longest.
    await pause(20);
    while (this.#open > 1 && performance.now() < until) await pause(5);
    if (this.#waits.length === seen) await pause(50);
    return this.#waits.splice(0);
  }

  /** Waits for running calls. */
  async stop(): Promise<void> {
    this.#stopped = true;
    while (this.#open > 0) await pause(5);
    this.#agent.destroy();
  }

  async #run(perSecond: number): Promise<void> {
    while (!this.#stopped) {
      this.#call();
      await pause(1000 / perSecond);
    }
  }

  #call(): void {
    const from = performance.now();
    this.#open += 1;
    const done = () => {
      this.#open -= 1;
      this.#waits.push(performance.now() - from);
    };
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${this.#site.key}` };
    const url = `${this.#site.url}/v1/chat/completions`;
    http
      .request(url, { method: 'POST', agent: this.#agent, headers }, (response) => {
        if (response.statusCode !== 200)
          throw new Error(`a relayed call was answered ${response.statusCode}`);
        response.resume().once('end', done);
      })
      .on('error', (error) => {
        throw error;
      })
      .end(JSON.stringify(bodyOf('json', 'gpt-4o-mini')));
  }
}
