const WITH = /^with(?:\[\d*\])?$/;

/** Drops parts that only FluentCRM has from the query string. @param others the names in the API of parts with another name. */
export function onlyParts(
  known: readonly string[],
  others: ReadonlyMap<string, string> = new Map(),
): (search: string) => string {
  return (search) => {
    const asked = [...new URLSearchParams(search)];
    if (!asked.some(([name, value]) => WITH.test(name) && !known.includes(value))) return search;
    const read = asked.flatMap(([name, value]): [string, string][] => {
      if (!WITH.test(name)) return [[name, value]];
      const parts = value.split(',').map((part) => others.get(part.trim()) ?? part.trim());
      return parts.filter((part) => known.includes(part)).map((part) => ['with[]', part]);
    });
    return `?${new URLSearchParams(read).toString()}`;
  };
}

const SORT_NAMES: readonly string[] = ['sort_by', 'order_by'];

/** Returns a function that leaves out a sort field that the API does not have: FluentCRM ignores it. */
export function withKnownSorting(fields: readonly string[]): (search: string) => string {
  return (search) => {
    const params = [...new URLSearchParams(search)];
    const known = params.filter(([name, value]) => !SORT_NAMES.includes(name) || fields.includes(value));
    return known.length === params.length ? search : `?${new URLSearchParams(known).toString()}`;
  };
}

/** Returns a function that keeps the search words and the number of rows, `limit` or `per_page`. */
export function asListing(rows: number): (search: string) => string {
  return (search) => {
    const sent = new URLSearchParams(search);
    const read = new URLSearchParams({ per_page: sent.get('limit') ?? sent.get('per_page') ?? String(rows) });
    for (const name of ['search', 'page', 'provider']) {
      const value = sent.get(name);
      if (value !== null && value !== '') read.set(name, value);
    }
    return `?${read.toString()}`;
  };
}

/** Reads a period as FluentCRM sends it: `date_range[]` twice, or `from` and `to`. */
export function asPeriod(search: string): string {
  const sent = new URLSearchParams(search);
  const [first, last] = sent.getAll('date_range[]');
  const [from, to] = [first ?? sent.get('from'), last ?? sent.get('to')];
  if (!from || !to) return '';
  return `?${new URLSearchParams({ start_date: from.slice(0, 10), end_date: to.slice(0, 10) }).toString()}`;
}
