/** An operation in the generated table. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The path, with parameters in braces. */
  readonly path: string;
  /** The body is a file or a stream, which the caller reads. */
  readonly raw?: true;
  /** The members of a page with its rows, and with its page numbers or cursor. */
  readonly pages?: {
    readonly rows: readonly string[];
    readonly place: readonly string[];
    readonly by: 'cursor' | 'page';
  };
}

type Queried = string | number | boolean | null | undefined;

/** Untyped input of any operation; each method has its own types. */
export interface AnyInput {
  readonly path?: Readonly<Record<string, unknown>> | undefined;
  readonly query?: Readonly<Record<string, Queried | readonly Queried[]>> | undefined;
  readonly body?: unknown;
}

/** @throws TypeError for a missing path parameter, which would address another resource. */
export function urlOf(baseUrl: string, operation: Operation, { path = {}, query = {} }: AnyInput): string {
  const filled = operation.path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = path[name];
    if ((typeof value !== 'string' && typeof value !== 'number') || value === '')
      throw new TypeError(`missing path parameter: ${name}`);
    return encodeURIComponent(value);
  });
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const item of [value].flat()) if (item !== undefined && item !== null) parameters.append(name, String(item));
  const text = parameters.toString();
  return `${baseUrl}${filled}${text === '' ? '' : `?${text}`}`;
}
