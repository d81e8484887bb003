/** Enough for its owner to know it again, and too little for whoever was handed the mail: `a***@example.com`. */
export function maskedAddress(email: string): string {
  const at = email.lastIndexOf('@');
  const [first = ''] = Array.from(email.slice(0, at));
  return `${first}***${email.slice(at)}`;
}
