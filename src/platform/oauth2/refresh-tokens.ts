import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../database/database.js';
import { Keys, type SealedColumn } from '../secrets/keys.js';

/** What was entered to log in to an account by OAuth 2.0. */
export interface OAuth2Grant {
  /** The account: `sender:3`, `SMTP_URL`, or `IMAP_URL`. */
  readonly account: string;
  readonly tokenUrl: string;
  readonly clientId: string;
  /** Null for a public client. */
  readonly clientSecret: string | null;
  readonly refreshToken: string;
  /** Null: the scope that was granted. */
  readonly scope: string | null;
}

const PURPOSE = 'oauth2-refresh-tokens';
export const SEALED_REFRESH_TOKENS: SealedColumn = {
  ...{ table: 'oauth2_refresh_tokens', column: 'refresh_token', purpose: PURPOSE },
  ...{ contextOf: ['account'], context: (account) => String(account) },
};

/** Refresh tokens that a token endpoint replaced (RFC 6749 section 6). Shared, because many endpoints accept one only once. */
@Injectable()
export class RefreshTokens {
  constructor(
    private readonly db: Database,
    private readonly keys: Keys,
  ) {}

  /** Returns the newest refresh token of the grant. */
  async current(grant: OAuth2Grant): Promise<string> {
    const { account } = grant;
    const sql =
      'SELECT refresh_token AS token FROM oauth2_refresh_tokens WHERE account = :account AND origin = :origin';
    const [row] = await this.db.query<{ token: string }>(sql, { account, origin: originOf(grant) });
    return row ? this.keys.decrypt(PURPOSE, row.token, account) : grant.refreshToken;
  }

  /** Stores a new refresh token. Of two that are stored at the same time, the later one wins. */
  async rotate(grant: OAuth2Grant, refreshToken: string): Promise<void> {
    const { account } = grant;
    const token = this.keys.encrypt(PURPOSE, refreshToken, account);
    const values = { account, origin: originOf(grant), token };
    await this.db.transaction(async (tx) => {
      const sql = `INSERT INTO oauth2_refresh_tokens (account, origin, refresh_token, rotated_at)
        VALUES (:account, :origin, :token, NOW(3))
        ON DUPLICATE KEY UPDATE refresh_token = :token, rotated_at = NOW(3)`;
      await tx.execute(sql, values);
      // A process that does not know of new credentials yet may still use the former ones.
      await tx.execute(
        `DELETE FROM oauth2_refresh_tokens
          WHERE account = :account AND origin <> :origin AND rotated_at < NOW(3) - INTERVAL 1 DAY`,
        values,
      );
    });
  }

  /** Deletes the refresh tokens of an account that no longer uses OAuth 2.0. */
  async forget(tx: Tx, account: string): Promise<void> {
    await tx.execute('DELETE FROM oauth2_refresh_tokens WHERE account = :account', { account });
  }
}

const originOf = ({ tokenUrl, clientId, refreshToken }: OAuth2Grant): string =>
  createHash('sha256')
    .update(JSON.stringify([tokenUrl, clientId, refreshToken]))
    .digest('hex');
