import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../../../platform/database/database.js';
import type { Reader } from '../../../platform/database/reader.js';
import { SuppressionsService } from '../../contacts/suppression/suppressions.service.js';
import { type Audience, inAudience, matchesAny } from './audience-sql.js';

export interface AudienceEstimate {
  readonly estimated_count: number;
  readonly excluded: {
    readonly suppressed: number;
    readonly not_subscribed: number;
    readonly excluded_by_rule: number;
    /** How often a contact is matched by more than one row, beyond the first. */
    readonly duplicates: number;
  };
}

export interface AudienceMember {
  readonly id: number;
  readonly email: string;
}

const CHUNK_TO_COUNT = 5_000;
const CHUNK_TO_FIND_ONE = 500;

/** Who gets a campaign. */
@Injectable()
export class AudienceQueries {
  constructor(
    private readonly db: Database,
    private readonly suppressions: SuppressionsService,
  ) {}

  /** The next members by id. @returns at most `limit`; fewer mean that the end is reached. */
  async membersAfter(tx: Tx, audience: Audience, contactId: number, limit: number): Promise<AudienceMember[]> {
    const { sql, params } = inAudience(audience);
    return tx.query<AudienceMember>(
      `SELECT c.id, c.email FROM contacts c
        WHERE c.id > :contactId AND c.status = 'subscribed' AND ${sql}
        ORDER BY c.id LIMIT ${limit}`,
      { ...params, contactId },
    );
  }

  /** Whether anybody at all would get it: the first who may be mailed is enough, where counting reads every contact. */
  async reachesAnybody(reader: Reader, audience: Audience): Promise<boolean> {
    for await (const chunk of this.members(reader, audience, CHUNK_TO_FIND_ONE)) {
      const suppressed = await this.suppressions.isSuppressed(
        reader,
        chunk.map((member) => member.email),
      );
      if (chunk.some((member) => !suppressed.has(member.email))) return true;
    }
    return false;
  }

  async estimate(audience: Audience): Promise<AudienceEstimate> {
    const wanted = matchesAny(audience.subscribers, 'in');
    const unwanted = matchesAny(audience.excluded, 'out');
    const rowMatches = audience.subscribers.map((pair, index) => matchesAny([pair], `row${index}x`));
    const [totals] = await this.db.query<{
      matched: number;
      ruled_out: number;
      not_subscribed: number;
      row_matches: number;
    }>(
      `SELECT COUNT(*) AS matched,
              COALESCE(SUM(ruled_out), 0) AS ruled_out,
              COALESCE(SUM(NOT ruled_out AND status <> 'subscribed'), 0) AS not_subscribed,
              COALESCE(SUM(row_matches), 0) AS row_matches
         FROM (SELECT c.status, ${unwanted.sql} AS ruled_out,
                      ${rowMatches.length === 0 ? '0' : rowMatches.map(({ sql }) => `(${sql})`).join(' + ')} AS row_matches
                 FROM contacts c WHERE ${wanted.sql}) matched`,
      Object.assign(
        {},
        wanted.params,
        unwanted.params,
        ...rowMatches.map(({ params }) => params),
      ) as typeof wanted.params,
    );
    const matched = totals?.matched ?? 0;
    const reachable = matched - (totals?.ruled_out ?? 0) - (totals?.not_subscribed ?? 0);
    const suppressed = await this.countSuppressed(audience);
    return {
      estimated_count: reachable - suppressed,
      excluded: {
        suppressed,
        not_subscribed: totals?.not_subscribed ?? 0,
        excluded_by_rule: totals?.ruled_out ?? 0,
        duplicates: (totals?.row_matches ?? 0) - matched,
      },
    };
  }

  /** Suppressions are kept as keyed hashes, so their contacts are found by asking for each address. */
  private async countSuppressed(audience: Audience): Promise<number> {
    const anybody = await this.db.query('SELECT 1 AS suppressed FROM suppressions LIMIT 1');
    if (anybody.length === 0) return 0;
    let suppressed = 0;
    for await (const chunk of this.members(this.db, audience, CHUNK_TO_COUNT)) {
      const found = await this.suppressions.isSuppressed(
        this.db,
        chunk.map((member) => member.email),
      );
      suppressed += found.size;
    }
    return suppressed;
  }

  /** Everybody who would get it but for suppressions, by id. */
  private async *members(reader: Reader, audience: Audience, size: number): AsyncGenerator<readonly AudienceMember[]> {
    const { sql, params } = inAudience(audience);
    let last = 0;
    for (;;) {
      const chunk = await reader.query<AudienceMember>(
        `SELECT c.id, c.email FROM contacts c
          WHERE c.id > :last AND c.status = 'subscribed' AND ${sql} ORDER BY c.id LIMIT ${size}`,
        { ...params, last },
      );
      yield chunk;
      const end = chunk.at(-1);
      if (!end || chunk.length < size) return;
      last = end.id;
    }
  }
}
