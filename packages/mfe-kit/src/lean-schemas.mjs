// The part of `zod/mini` that the contract uses in a browser, a sixth of its size: it completes answers with defaults and
// rejects stored values of another form. The gateway checks requests with zod itself, so no issues are listed here.
// lean-schemas.test.ts compares every schema of the contract with zod.

const INVALID = Symbol('invalid');

/**
 * `run` returns the parsed value or INVALID. `optin` and `optout` work as in zod: whether a key of an object may be missing
 * before and after parsing, and whether a missing one gets a value (`defaulted`).
 */
function schema(run, { optin, optout, ...more } = {}) {
  const self = {
    run,
    optin,
    optout,
    ...more,
    safeParse: (value) => {
      const data = run(value);
      return data === INVALID ? { success: false } : { success: true, data };
    },
    parse: (value) => {
      const data = run(value);
      if (data === INVALID) throw new Error('A value has not the form of its schema.');
      return data;
    },
    check: (...checks) => schema((value) => inTurn(checks, run(value)), { optin, optout, ...more }),
  };
  return self;
}

/** A step is a check or a schema. */
const inTurn = (steps, value) =>
  steps.reduce((current, step) => (current === INVALID ? INVALID : (step.run ?? step)(current)), value);

const when = (accepts) => (value) => (accepts(value) ? value : INVALID);
const typed = (name) => schema(when((value) => typeof value === name));
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isNumber = Number.isFinite;

export const parse = (type, value) => type.parse(value);
export const safeParse = (type, value) => type.safeParse(value);

export const string = () => typed('string');
export const boolean = () => typed('boolean');
export const number = () => schema(when(isNumber));
export const int = () => schema(when(Number.isSafeInteger));
export const unknown = () => schema((value) => value);
const nil = () => schema(when((value) => value === null));
const absent = () => schema(when((value) => value === undefined));

export { absent as undefined, nil as null };
export const literal = (expected) => schema(when((value) => value === expected));
const oneOf = (values) =>
  schema(
    when((value) => values.includes(value)),
    { keys: values },
  );

export { oneOf as enum };

export const coerce = {
  number: () => schema((value) => (isNumber(Number(value)) ? Number(value) : INVALID)),
};

export const iso = {
  datetime: () =>
    schema(when((value) => /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z$/.test(value) && isDay(value))),
};

/** JavaScript reads the 31st of February as a day of March. */
const isDay = (text) => new Date(text).getUTCDate() === Number(text.slice(8, 10));

export const url = () =>
  string().check((text) => {
    const trimmed = text.trim();
    return URL.canParse(trimmed) ? trimmed.replace(/[\t\n\r]/g, '') : INVALID;
  });

export const optional = (inner) =>
  schema((value) => (value === undefined && inner.optin !== 'defaulted' ? value : inner.run(value)), {
    optin: inner.optin === 'defaulted' ? 'defaulted' : 'optional',
    optout: 'optional',
  });

export const nullable = (inner) =>
  schema((value) => (value === null ? value : inner.run(value)), {
    optin: inner.optin,
    optout: inner.optout,
  });

/** The default itself is not parsed. */
export const _default = (inner, value) =>
  schema(
    (sent) => {
      if (sent === undefined) return typeof value === 'function' ? value() : copy(value);
      const parsed = inner.run(sent);
      return parsed === undefined ? copy(value) : parsed;
    },
    { optin: 'defaulted' },
  );

/** A caller that changes a default must not change the next one. */
const copy = (value) => (Array.isArray(value) ? [...value] : isObject(value) ? { ...value } : value);

export const pipe = (first, next) =>
  schema((value) => inTurn([first, next], value), { optin: first.optin, optout: next.optout });

export const transform = (change) => schema(change, { optin: 'optional' });

export const array = (item) =>
  schema((value) => {
    if (!Array.isArray(value)) return INVALID;
    const items = Array.from(value, (each) => item.run(each));
    return items.includes(INVALID) ? INVALID : items;
  });

export const record = (key, item) =>
  schema((value) => {
    if (!isObject(value)) return INVALID;
    const names = key.keys ?? Object.keys(value);
    if (Object.keys(value).some((name) => key.run(name) === INVALID)) return INVALID;
    const entries = names
      .filter((name) => name !== '__proto__')
      .map((name) => [key.run(name), item.run(value[name])]);
    return entries.flat().includes(INVALID) ? INVALID : Object.fromEntries(entries);
  });

export const union = (options) =>
  schema(
    (value) => {
      for (const option of options) {
        const parsed = option.run(value);
        if (parsed !== INVALID) return parsed;
      }
      return INVALID;
    },
    {
      optin: ['defaulted', 'optional'].find((rung) => options.some(({ optin }) => optin === rung)),
      optout: options.find(({ optout }) => optout)?.optout,
    },
  );

export const discriminatedUnion = (_name, options) => union(options);

export const object = (shape) => objectOf(shape, () => ({}));
export const looseObject = (shape) => objectOf(shape, (value) => ({ ...value }));
export const strictObject = (shape) =>
  objectOf(shape, (value) => (Object.keys(value).every((key) => Object.hasOwn(shape, key)) ? {} : INVALID));

export const extend = ({ shape }, more) => object({ ...shape, ...more });
export const partial = ({ shape }) =>
  object(Object.fromEntries(Object.entries(shape).map(([key, field]) => [key, optional(field)])));

/** `start` returns the object to which the parsed fields are added. */
function objectOf(shape, start) {
  const fields = Object.entries(shape);
  const run = (value) => {
    const parsed = isObject(value) ? start(value) : INVALID;
    if (parsed === INVALID) return INVALID;
    for (const [key, field] of fields) {
      const isThere = key in value;
      if (!isThere && field.optin === undefined) return INVALID;
      if (!isThere && field.optin === 'optional' && field.optout) continue;
      const result = field.run(value[key]);
      if (result === INVALID) return INVALID;
      if (result !== undefined || isThere) parsed[key] = result;
    }
    return parsed;
  };
  return schema(run, { shape });
}

export const maxLength = (most) => when(({ length }) => length <= most);
export const minLength = (least) => when(({ length }) => length >= least);
export const minimum = (least) => when((value) => value >= least);
export const maximum = (most) => when((value) => value <= most);
export const positive = () => when((value) => value > 0);
export const nonnegative = () => minimum(0);
export const refine = (accepts) => when(accepts);
export const overwrite = (change) => change;
export const trim = () => (text) => text.trim();
export const toLowerCase = () => (text) => text.toLowerCase();

/** A pattern with the flag `g` or `y` would go on where it stopped. */
export const regex = (pattern) =>
  when((text) => {
    pattern.lastIndex = 0;
    return pattern.test(text);
  });
