import { DefaultQueryCompiler } from 'kysely';

/** Statements in ClickHouse's SQL. A parameter names its type: `{p1:Int64}`. */
export class ClickhouseQueryCompiler extends DefaultQueryCompiler {
  #value: unknown;

  protected override appendValue(value: unknown): void {
    if (value === null || value === undefined) {
      this.append('NULL');
      return;
    }
    this.#value = value;
    super.appendValue(value);
  }

  protected override getCurrentParameterPlaceholder(): string {
    return `{p${this.numParameters}:${typeOf(this.#value)}}`;
  }

  protected override sanitizeIdentifier(identifier: string): string {
    return identifier.replace(/["\\]/g, '\\$&');
  }
}

function typeOf(value: unknown): string {
  if (typeof value === 'bigint' || Number.isInteger(value)) return 'Int64';
  return typeof value === 'number' ? 'Float64' : 'String';
}

/** Names for the values of a statement, in the order of its placeholders. */
export function nameParameters(parameters: readonly unknown[]): Record<string, unknown> {
  return Object.fromEntries(parameters.map((value, index) => [`p${index + 1}`, value]));
}
