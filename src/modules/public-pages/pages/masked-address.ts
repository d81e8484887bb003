/** Masks an address so that only its owner recognizes it, in case the email was forwarded: `a***@example.com`. */
export function maskedAddress(email: string): string {
  const at = email.lastIndexOf('@');
  const [first = ''] = Array.from(email.slice(0, at));
  return `${first}***${email.slice(at)}`;
}
