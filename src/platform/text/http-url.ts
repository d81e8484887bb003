/** An absolute http or https URL with a host, without blanks and credentials. */
export function isHttpUrl(text: string): boolean {
  if (!/^https?:\/\/[^\s\p{Cc}]+$/iu.test(text) || !URL.canParse(text)) return false;
  const { hostname, username, password } = new URL(text);
  return hostname !== '' && username === '' && password === '';
}
