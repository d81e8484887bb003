import { randomInt } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const LENGTH = 24;

/** 24 random letters and digits (142 bits), so a fast keyed hash is enough to store it. */
export function newApplicationPassword(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** Formats the password as six groups of four. */
export function grouped(password: string): string {
  return password.replace(/(.{4})(?=.)/g, '$1 ');
}

/** Removes the spaces, which are only for readability. */
export function withoutSpaces(password: string): string {
  return password.replace(/\s+/g, '');
}
