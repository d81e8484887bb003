/** How an operation is called, as the generated table says it. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With parameters in braces. */
  readonly path: string;
  /** A file or a stream, which the caller reads. */
  readonly raw?: true;
  /** Where pages have their rows, and their numbers or the cursor. */
  readonly pages?: {
    readonly rows: readonly string[];
    readonly place: readonly string[];
    readonly by: 'cursor' | 'page';
  };
}

type Queried = string | number | boolean | null | undefined;

/** What any operation is asked with; the types of each say more. */
export interface AnyInput {
  readonly path?: Readonly<Record<string, unknown>> | undefined;
  readonly query?: Readonly<Record<string, Queried | readonly Queried[]>> | undefined;
  readonly body?: unknown;
}

/** @throws TypeError for a parameter of the path that is missing, which would name another resource. */
export function urlOf(baseUrl: string, operation: Operation, { path = {}, query = {} }: AnyInput): string {
  const filled = operation.path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = path[name];
    if ((typeof value !== 'string' && typeof value !== 'number') || value === '')
      throw new TypeError(`the path of the request needs ${name}`);
    return encodeURIComponent(value);
  });
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const item of [value].flat()) if (item !== undefined && item !== null) parameters.append(name, String(item));
  const text = parameters.toString();
  return `${baseUrl}${filled}${text === '' ? '' : `?${text}`}`;
}
