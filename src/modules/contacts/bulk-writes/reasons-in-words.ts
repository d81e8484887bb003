/** Everything that is wrong with a row, in one text for people: `email must be one e-mail address; status is required`. */
export function reasonsInWords(reasons: Readonly<Record<string, string>>): string {
  return Object.entries(reasons)
    .map(([field, reason]) => `${field} ${reason}`)
    .join('; ');
}
