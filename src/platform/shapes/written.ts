import { type JsonSchema, type Schema, timeOf } from '../../shapes/shape.js';
import { camelCase, type InCamelCase } from '../text/camel-case.js';
import { sqlTimestamp } from '../clock/timestamps.js';

interface Member {
  readonly name: string;
  readonly property: string;
  readonly write: (value: unknown) => unknown;
}

const MEMBERS = new WeakMap<JsonSchema, readonly Member[]>();

const WRITES = {
  sql: (value: unknown): unknown => (value instanceof Date ? sqlTimestamp(value) : value),
  iso: (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value),
};

function readMembers({ properties }: JsonSchema): readonly Member[] {
  return Object.entries(properties as Readonly<Record<string, JsonSchema>>).map(([name, schema]) => {
    const time = timeOf(schema);
    return { name, property: camelCase(name), write: time === undefined ? (value) => value : WRITES[time] };
  });
}

/** Returns a record in its shape, by the names of its properties in camel case. @param given members that it does not have. */
export function written<Value extends object, Stored>(shape: Schema<Value, Stored>, record: InCamelCase<Stored>): Value;
export function written<Value extends object, Stored, const Given extends Partial<Value>>(
  shape: Schema<Value, Stored>,
  record: InCamelCase<Omit<Stored, keyof Given>>,
  given: Given,
): Value;
export function written<Value extends object>(shape: Schema<Value, unknown>, record: object, given?: Partial<Value>) {
  let members = MEMBERS.get(shape);
  if (members === undefined) MEMBERS.set(shape, (members = readMembers(shape)));
  const values: Record<string, unknown> = {};
  const all = record as Readonly<Record<string, unknown>>;
  for (const { name, property, write } of members)
    values[name] = given !== undefined && name in given ? given[name as keyof Value] : write(all[property]);
  return values as Value;
}
