import { Injectable } from '@nestjs/common';
import { Keys, type SealedColumn } from '../../platform/secrets/keys.js';
import type { OAuth2Secrets } from './sender-oauth2.js';

/** Encrypts and decrypts passwords, OAuth 2.0 secrets, and signing keys of senders. */
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

  sealOAuth2(senderId: number, secrets: OAuth2Secrets): string {
    return this.keys.encrypt('sender-passwords', JSON.stringify(secrets), oauth2Context(senderId));
  }

  oauth2(senderId: number, sealed: string): OAuth2Secrets {
    return JSON.parse(this.keys.decrypt('sender-passwords', sealed, oauth2Context(senderId))) as OAuth2Secrets;
  }

  signingKey(senderId: number, sealed: string): string {
    return this.keys.decrypt('sender-passwords', sealed, signingKeyContext(senderId));
  }
}

const passwordContext = (id: number | string): string => `sender:${id}`;
const oauth2Context = (id: number | string): string => `sender:${id}:oauth2`;
/** Separate purpose: a key that is copied into the password column cannot be decrypted and sent to a server. */
const signingKeyContext = (id: number | string): string => `sender:${id}:dkim`;

const sealed = { table: 'senders', purpose: 'sender-passwords', contextOf: ['id'] } as const;
export const SEALED_SENDER_SECRETS: readonly SealedColumn[] = [
  { ...sealed, column: 'password', context: passwordContext },
  { ...sealed, column: 'oauth2_secrets', context: oauth2Context },
  { ...sealed, column: 'dkim_private_key', context: signingKeyContext },
];
