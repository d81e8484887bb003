import { runInNewContext } from 'node:vm';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

const MAX_BYTES = 16 * 1024;
const MOST_FAULTS = 20;
/** A small schema can take exponential time, by references or patterns. */
const TIMEOUT_MS = 250;
const CACHED = 100;

/** Reads nothing from the network: a reference to another document is an error. */
const ajv = new Ajv2020({
  allErrors: true,
  strict: false,
  validateFormats: false,
  addUsedSchema: false,
  logger: false,
});
const compiled = new Map<string, ValidateFunction>();

const withinTime = <Result>(work: () => Result): Result =>
  runInNewContext('work()', { work }, { timeout: TIMEOUT_MS }) as Result;

function compile(schema: object): ValidateFunction {
  const text = JSON.stringify(schema);
  const known = compiled.get(text);
  if (known) return known;
  // The first use compiles the schema of schemas, which takes longer than a schema may.
  void ajv.removeSchema().validateSchema({});
  const validate = withinTime(() => ajv.compile(schema));
  if (compiled.size === CACHED) compiled.clear();
  compiled.set(text, validate);
  return validate;
}

/** Returns why a JSON Schema cannot be used; null if it can. */
export function dataSchemaFault(schema: object | null): string | null {
  if (schema === null) return null;
  if (Buffer.byteLength(JSON.stringify(schema)) > MAX_BYTES) return `must be at most ${MAX_BYTES} bytes long`;
  if ('$async' in schema) return 'must not be asynchronous';
  try {
    compile(schema);
    return null;
  } catch (error) {
    return `is not a JSON Schema (2020-12): ${(error as Error).message.slice(0, 300)}`;
  }
}

/** Returns the errors of data by their paths, such as `data.order.items.0.name`; empty if it matches the schema. */
export function dataFaults(schema: object | null, data: unknown, name = 'data'): Record<string, string> {
  try {
    const validate = compile(schema ?? {});
    if (withinTime(() => validate(data))) return {};
    const faults = (validate.errors ?? []).slice(0, MOST_FAULTS).map(({ instancePath, params, message = '' }) => {
      const { missingProperty: missing } = params as { missingProperty?: string };
      const path = [name, ...instancePath.split('/').slice(1), ...(missing === undefined ? [] : [missing])];
      return [path.join('.'), missing === undefined ? message : 'is required'] as const;
    });
    return Object.fromEntries(faults);
  } catch {
    return { [name]: 'takes too long to check' };
  }
}
