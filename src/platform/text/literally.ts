const SPECIAL = /[.*+?^${}()|[\]\\]/g;

/** A text as it stands in a regular expression that means just this text. */
export const literally = (text: string): string => text.replace(SPECIAL, '\\$&');
