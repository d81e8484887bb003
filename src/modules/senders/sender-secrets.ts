import { Injectable } from '@nestjs/common';
import { Keys, type SealedColumn } from '../../platform/secrets/keys.js';
import type { OAuth2Secrets } from './sender-oauth2.js';

const CONTEXTS = {
  password: (id: number | string) => `sender:${id}`,
  oauth2_secrets: (id: number | string) => `sender:${id}:oauth2`,
  /** A key that is copied into the password column cannot be decrypted and sent to a server. */
  dkim_private_key: (id: number | string) => `sender:${id}:dkim`,
};
type Secret = keyof typeof CONTEXTS;

@Injectable()
export class SenderSecrets {
  constructor(private readonly keys: Keys) {}

  seal(secret: Secret, senderId: number, text: string): string {
    return this.keys.encrypt('sender-passwords', text, CONTEXTS[secret](senderId));
  }

  open(secret: Secret, senderId: number, sealed: string): string {
    return this.keys.decrypt('sender-passwords', sealed, CONTEXTS[secret](senderId));
  }

  oauth2(senderId: number, sealed: string): OAuth2Secrets {
    return JSON.parse(this.open('oauth2_secrets', senderId, sealed)) as OAuth2Secrets;
  }
}

export const SEALED_SENDER_SECRETS: readonly SealedColumn[] = Object.entries(CONTEXTS).map(([column, context]) => ({
  table: 'senders',
  purpose: 'sender-passwords',
  contextOf: ['id'],
  column,
  context,
}));
