import {
  type CompiledQuery,
  type ConnectionProvider,
  type Driver,
  Kysely,
  type KyselyPlugin,
  type QueryExecutor,
  type QueryId,
  type QueryResult,
  type RootOperationNode,
} from 'kysely';

/** Executes one statement. */
export type RunQuery = (query: CompiledQuery) => Promise<QueryResult<unknown>>;

/**
 * The same tables with another way to execute statements. Cheap enough to create for every request. There are
 * no transactions and streams: each statement is independent.
 */
export function withRunner<S>(db: Kysely<S>, run: RunQuery): Kysely<S> {
  return new Kysely<S>({
    config: { dialect: noDialect },
    dialect: noDialect,
    driver: noDriver,
    executor: new ReadExecutor(db.getExecutor(), run),
  });
}

class ReadExecutor implements QueryExecutor {
  readonly #base: QueryExecutor;
  readonly #run: RunQuery;

  constructor(base: QueryExecutor, run: RunQuery) {
    this.#base = base;
    this.#run = run;
  }

  get adapter() {
    return this.#base.adapter;
  }

  get plugins() {
    return this.#base.plugins;
  }

  transformQuery<T extends RootOperationNode>(node: T, queryId: QueryId): T {
    return this.#base.transformQuery(node, queryId);
  }

  compileQuery<R>(node: RootOperationNode, queryId: QueryId): CompiledQuery<R> {
    return this.#base.compileQuery(node, queryId);
  }

  async executeQuery<R>(query: CompiledQuery<R>): Promise<QueryResult<R>> {
    return (await this.#run(query)) as QueryResult<R>;
  }

  stream(): never {
    return refuse();
  }

  provideConnection(): never {
    return refuse();
  }

  withConnectionProvider(_: ConnectionProvider): never {
    return refuse();
  }

  withPlugin(plugin: KyselyPlugin): QueryExecutor {
    return new ReadExecutor(this.#base.withPlugin(plugin), this.#run);
  }

  withPlugins(plugins: readonly KyselyPlugin[]): QueryExecutor {
    return new ReadExecutor(this.#base.withPlugins(plugins), this.#run);
  }

  withPluginAtFront(plugin: KyselyPlugin): QueryExecutor {
    return new ReadExecutor(this.#base.withPluginAtFront(plugin), this.#run);
  }

  withoutPlugins(): QueryExecutor {
    return new ReadExecutor(this.#base.withoutPlugins(), this.#run);
  }
}

function refuse(): never {
  throw new Error('A reader runs single statements: use ctx.db for transactions and streams');
}

const noDriver = {
  init: refuse,
  acquireConnection: refuse,
  beginTransaction: refuse,
  commitTransaction: refuse,
  rollbackTransaction: refuse,
  releaseConnection: refuse,
  destroy: async () => {},
} satisfies Driver;
const noDialect = {
  createDriver: () => noDriver,
  createQueryCompiler: refuse,
  createAdapter: refuse,
  createIntrospector: refuse,
};
