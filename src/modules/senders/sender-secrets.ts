import { Injectable } from '@nestjs/common';
import { Keys } from '../../platform/secrets/keys.js';
import type { SealedColumn } from '../../platform/secrets/sealed-column.js';

/** The only place where passwords and signing keys of senders are encrypted and decrypted. */
@Injectable()
export class SenderSecrets {
  constructor(private readonly keys: Keys) {}

  sealPassword(senderId: number, password: string): string {
    return this.keys.encrypt('sender-passwords', password, passwordContext(senderId));
  }

  password(senderId: number, sealed: string): string {
    return this.keys.decrypt('sender-passwords', sealed, passwordContext(senderId));
  }

  sealSigningKey(senderId: number, pem: string): string {
    return this.keys.encrypt('sender-passwords', pem, signingKeyContext(senderId));
  }

  signingKey(senderId: number, sealed: string): string {
    return this.keys.decrypt('sender-passwords', sealed, signingKeyContext(senderId));
  }
}

const passwordContext = (id: number | string): string => `sender:${id}`;
/** Its own, so that a key copied into the place of a password would not open, nor be sent to any server. */
const signingKeyContext = (id: number | string): string => `sender:${id}:dkim`;

const sealed = { table: 'senders', purpose: 'sender-passwords', contextOf: ['id'] } as const;
export const SEALED_SENDER_SECRETS: readonly SealedColumn[] = [
  { ...sealed, column: 'password', context: passwordContext },
  { ...sealed, column: 'dkim_private_key', context: signingKeyContext },
];
