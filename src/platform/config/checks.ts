import { createPublicKey } from 'node:crypto';

const succeeds = (work: () => unknown): boolean => {
  try {
    work();
    return true;
  } catch {
    return false;
  }
};

export const isTimeZone = (name: string): boolean => succeeds(() => new Intl.DateTimeFormat('en', { timeZone: name }));

export const isPublicKey = (base64: string): boolean =>
  succeeds(() => createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' }));

const isPercentEncoded = (text: string): boolean => succeeds(() => decodeURIComponent(text));

export const isMailServer = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  return /^smtps?:$/.test(protocol) && hostname !== '' && [username, password].every(isPercentEncoded);
};

export const isMailbox = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, pathname } = new URL(text);
  const isComplete = hostname !== '' && username !== '';
  return /^imaps?:$/.test(protocol) && isComplete && [username, password, pathname].every(isPercentEncoded);
};

export const isTokenUrl = (text: string): boolean => text.startsWith('https://') && URL.canParse(text);

/** The logo of the public pages: it must not be loaded without encryption. */
export const isLogo = (url: string): boolean =>
  (url.startsWith('https://') && URL.canParse(url)) ||
  /^data:image\/(png|jpeg|gif|webp|svg\+xml);base64,[a-z0-9+/]+=*$/i.test(url);

export const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);
