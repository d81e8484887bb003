const SPECIAL = /[.*+?^${}()|[\]\\]/g;

export const escapeRegExp = (text: string): string => text.replace(SPECIAL, '\\$&');
