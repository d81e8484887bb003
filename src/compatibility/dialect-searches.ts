const WITH = /^with(?:\[\d*\])?$/;

/**
 * Returns a function that drops the parts of a response that only FluentCRM has from the query string.
 * @param others the names in the API of parts with another name.
 */
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
