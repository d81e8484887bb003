import type { DocumentedOperations, Schema } from './documented-operations.js';

/** Members that refer to another object: the first object of each kind exists. */
const REFERENCES =
  /(^|_)ids?$|Id$|^(lists|tags|companies|subscribers|attach_\w+|detach_\w+|contacts?|campaign|funnel|sender|segment)$/;
/** Members that must be unique. */
const UNIQUE_MEMBERS = /^(title|name|label|slug|external_id|key)$/;
const DEEPEST = 6;

/** Valid values of a schema, so that only one value of a body is broken. */
export class ValidValues {
  private made = 0;

  constructor(private readonly operations: DocumentedOperations) {}

  /**
   * @param wanted whether optional members are included.
   * @param name of the member, which is often more specific than its type.
   */
  of(schema: Schema, wanted: 'least' | 'all', name = '', depth = 0): unknown {
    const known = this.operations.resolved(schema);
    const [choice] = [...(known.oneOf ?? []), ...(known.anyOf ?? [])].filter((part) => typeOf(part) !== 'null');
    if (choice && !known.properties) return this.of(choice, wanted, name, depth + 1);
    if (known.const !== undefined) return known.const;
    const type = typeOf(known);
    if (type === 'object' || known.properties) return this.object(known, wanted, depth);
    if (type === 'array') return this.array(known, wanted, name, depth);
    const example = known.examples?.[0] ?? known.example ?? known.default ?? known.enum?.[0];
    if (example !== undefined && example !== null) return this.fresh(example, name);
    if (type === 'integer' || type === 'number') return Math.max(known.minimum ?? 1, 1);
    if (type === 'boolean') return true;
    return this.fresh(textOf(known), name);
  }

  /** Makes an example repeatable: existing ids and a unique name. */
  fresh(value: unknown, name = ''): unknown {
    if (Array.isArray(value)) {
      const items = value.map((item) => this.fresh(item, name));
      return REFERENCES.test(name) && value.every(Number.isInteger) ? items.slice(0, 1) : items;
    }
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([member, inner]) => [member, this.fresh(inner, member)]));
    if (typeof value === 'number' && Number.isInteger(value) && REFERENCES.test(name)) return 1;
    if (typeof value !== 'string') return value;
    if (/^[^\s@]+@[^\s@]+$/.test(value)) return `fuzz-${(this.made += 1)}@example.com`;
    return UNIQUE_MEMBERS.test(name) && /^[\w -]+$/.test(value) ? `${value}${(this.made += 1)}` : value;
  }

  private object(schema: Schema, wanted: 'least' | 'all', depth: number): unknown {
    const required = new Set(schema.required ?? []);
    const members = Object.entries(schema.properties ?? {}).filter(
      ([name]) => required.has(name) || (wanted === 'all' && depth < DEEPEST),
    );
    return Object.fromEntries(members.map(([name, member]) => [name, this.of(member, wanted, name, depth + 1)]));
  }

  private array(schema: Schema, wanted: 'least' | 'all', name: string, depth: number): unknown {
    if (depth > DEEPEST) return [];
    const [example] = (schema.examples ?? []).filter(Array.isArray);
    if (example && !schema.items?.$ref) return this.fresh(example, name);
    return schema.items ? [this.of(schema.items, wanted, name, depth + 1)] : [];
  }
}

/** A nullable value has the type of its other alternative. */
export function typeOf({ type, properties }: Schema): string {
  const [first] = [type ?? []].flat().filter((each) => each !== 'null');
  return first ?? (properties ? 'object' : type === 'null' ? 'null' : 'any');
}

function textOf({ format, minLength = 1 }: Schema): string {
  if (format === 'email') return 'fuzz@example.com';
  if (format === 'date-time') return '2026-01-31 09:30:00';
  if (format === 'date') return '2026-01-31';
  if (format === 'uri') return 'https://hooks.example.com/fuzz';
  return 'fuzz'.padEnd(minLength, 'z');
}
