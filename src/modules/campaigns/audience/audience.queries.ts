import { Injectable } from '@nestjs/common';
import { Database, type Tx, type EntityReader } from '../../../platform/database/database.js';
import { numberOf } from '../../../platform/database/records.js';
import { SuppressionsService } from '../../contacts/suppression/suppressions.service.js';
import type { AudienceEstimateResponse } from '../insights/dto/campaign-insights.shapes.js';
import { anyOf, countsOfRows } from './audience-sql.js';
import { type Audience, AudienceService, type CompiledAudience } from './audience.service.js';
import { MAX_ID } from '../../../platform/ids/ids.js';

export interface AudienceMember {
  readonly id: number;
  readonly email: string;
  /** 1: the contact paused emails. */
  readonly is_paused: number;
}

interface AudienceChunk {
  readonly members: readonly AudienceMember[];
  /** Start of the next chunk: all contacts up to this id are done. */
  readonly position: number;
  readonly done: boolean;
}

const CHUNK_TO_COUNT = 10_000;
const CHUNK_TO_FIND_ONE = 500;
/** Milliseconds for which a scan with few matches continues before its transaction commits. */
const PATIENCE_MS = 300;

/** A step of a contact scan: window width in ids, matches, and duration. */
type Step = Readonly<Record<'width' | 'found' | 'milliseconds', number>>;

const WIDEST = 100_000;
/** MariaDB 11.8 reads the whole table for a larger part of it. */
const MIN_WINDOWS = 16;
const FAST_MS = 100;
const SLOW_MS = 500;

@Injectable()
export class AudienceQueries {
  constructor(
    private readonly db: Database,
    private readonly audiences: AudienceService,
    private readonly suppressions: SuppressionsService,
  ) {}

  /** Unsuppressed members by id behind `position`. The time is bounded: a chunk can be empty before the end. */
  async chunkAfter(tx: Tx, audience: Audience, position: number, limit: number): Promise<AudienceChunk> {
    const chunk = await this.membersAfter(tx, audience, position, limit);
    // The chunk is complete if all its labels still exist: their memberships are removed after them.
    await this.audiences.compile(tx, audience);
    const suppressed = await this.suppressions.isSuppressed(
      tx,
      chunk.members.map(({ email }) => email),
    );
    return { ...chunk, members: chunk.members.filter(({ email }) => !suppressed.has(email)) };
  }

  /** Returns the ids of the first contacts that the audience reaches, at most `limit`. */
  async sample(audience: Audience, limit: number): Promise<number[]> {
    const { members } = await this.db.transaction((tx) => this.chunkAfter(tx, audience, 0, limit));
    return members.map(({ id }) => id);
  }

  private async membersAfter(tx: Tx, audience: Audience, position: number, limit: number): Promise<AudienceChunk> {
    const compiled = await this.audiences.compile(tx, audience);
    const deadline = performance.now() + PATIENCE_MS;
    const members: AudienceMember[] = [];
    let reached = position;
    for await (const step of this.walk(tx, compiled, position, limit)) {
      members.push(...step.members);
      if (members.length > limit) {
        const kept = members.slice(0, limit);
        return { members: kept, position: kept.at(-1)?.id ?? position, done: false };
      }
      reached = step.position;
      if (step.done) break;
      if (members.length === limit || performance.now() > deadline) return { members, position: reached, done: false };
    }
    return { members, position: reached, done: true };
  }

  /** Returns whether the audience has any recipient. It stops at the first one, while counting would read every contact. */
  async hasRecipients(reader: EntityReader, audience: Audience): Promise<boolean> {
    const compiled = await this.audiences.compile(reader, audience);
    for await (const { members } of this.walk(reader, compiled, 0, CHUNK_TO_FIND_ONE)) {
      const emails = activeAddresses(members);
      const suppressed = await this.suppressions.isSuppressed(reader, emails);
      if (emails.some((email) => !suppressed.has(email))) return true;
    }
    return false;
  }

  async estimate(audience: Audience): Promise<AudienceEstimateResponse> {
    const compiled = await this.audiences.compile(this.db, audience);
    const { matched, ruled_out, not_subscribed } = await this.totals(compiled);
    const paused = await this.countPaused(compiled);
    const suppressed = await this.suppressions.countSuppressed(this.db, this.emails(compiled));
    return {
      // The queries see different moments, so the difference can be negative.
      estimated_count: Math.max(0, matched - ruled_out - not_subscribed - paused - suppressed),
      excluded: {
        suppressed,
        not_subscribed,
        paused,
        excluded_by_rule: ruled_out,
        duplicates: await this.duplicates(audience, matched),
      },
    };
  }

  private async totals({ alternatives, excluded, params }: CompiledAudience) {
    const none = { matched: 0, ruled_out: 0, not_subscribed: 0 };
    if (alternatives.length === 0) return none;
    // A single condition must be next to the contacts: in a derived table the server evaluates it for every contact.
    const from =
      alternatives.length === 1
        ? `contacts c WHERE ${alternatives.join('')}`
        : `(${alternatives.map((condition) => `SELECT c.id FROM contacts c WHERE ${condition}`).join(' UNION ')}) matched
             JOIN contacts c ON c.id = matched.id`;
    const [totals] = await this.db.query<typeof none>(
      `SELECT COUNT(*) AS matched, COALESCE(SUM(${excluded}), 0) AS ruled_out,
              COALESCE(SUM(c.status <> 'subscribed' AND NOT ${excluded}), 0) AS not_subscribed
         FROM ${from}`,
      { ...params, after: 0, until: MAX_ID },
    );
    return totals ?? none;
  }

  /** Separate from the totals: few contacts are paused, and they have an index. */
  private async countPaused({ alternatives, excluded, params }: CompiledAudience): Promise<number> {
    if (alternatives.length === 0) return 0;
    const sql = `SELECT COUNT(*) FROM contacts c
        WHERE c.paused_until > NOW() AND c.status = 'subscribed' AND ${anyOf(alternatives)} AND NOT ${excluded}`;
    return numberOf(this.db, sql, { ...params, after: 0, until: MAX_ID });
  }

  /** Rules and resends have no rows that could match a contact twice. */
  private async duplicates({ settings }: Audience, matched: number): Promise<number> {
    if (settings.sending_filter !== 'list_tag' || settings.subscribers.length < 2) return 0;
    const { sql, params } = countsOfRows(settings.subscribers);
    if (sql.length === 0) return 0;
    const matches = await numberOf(this.db, `SELECT SUM(matches) FROM (${sql.join(' UNION ALL ')}) counted`, params);
    // The two counts see different moments.
    return Math.max(0, matches - matched);
  }

  /** Suppressions are stored as keyed hashes, so each address has to be looked up. */
  private async *emails(compiled: CompiledAudience): AsyncGenerator<readonly string[]> {
    for await (const { members } of this.walk(this.db, compiled, 0, CHUNK_TO_COUNT)) yield activeAddresses(members);
  }

  /**
   * Yields all members before suppressions, in windows of ids. Each statement is bounded by its window, whatever plan the
   * server chooses: with a LIMIT instead, a page of a small segment may read every contact.
   * @param wanted target number of matches per step; a step may find more.
   */
  private async *walk(
    reader: EntityReader,
    { alternatives, excluded, params }: CompiledAudience,
    from: number,
    wanted: number,
  ): AsyncGenerator<AudienceChunk> {
    const highest = await numberOf(reader, 'SELECT MAX(id) FROM contacts');
    const found = alternatives.map(
      (condition) =>
        `SELECT c.id, c.email, COALESCE(c.paused_until > NOW(), 0) AS is_paused FROM contacts c
          WHERE c.id > :after AND c.id <= :until AND c.status = 'subscribed' AND ${condition} AND NOT ${excluded}`,
    );
    let width = wanted;
    for (let after = alternatives.length === 0 ? highest : from; after < highest;) {
      const until = Math.min(after + width, highest);
      const startedAt = performance.now();
      const members = await reader.query<AudienceMember>(`${found.join(' UNION ')} ORDER BY id`, {
        ...params,
        after,
        until,
      });
      const step = { width, found: members.length, milliseconds: performance.now() - startedAt };
      width = Math.min(nextWidth(step, wanted), Math.max(wanted, Math.floor(highest / MIN_WINDOWS)));
      yield { members, position: until, done: until === highest };
      after = until;
    }
  }
}

/** Returns the addresses of members who are not paused. */
const activeAddresses = (members: readonly AudienceMember[]): string[] =>
  members.filter((member) => member.is_paused === 0).map((member) => member.email);

/** Small segments need wide windows, costly rules narrow ones, but never much narrower than `wanted` matches. */
export function nextWidth({ width, found, milliseconds }: Step, wanted: number): number {
  const narrowest = Math.ceil(wanted / 4);
  if (milliseconds > SLOW_MS) return Math.max(narrowest, Math.floor(width / 4));
  if (found > wanted) return Math.max(narrowest, Math.floor((width * wanted) / found));
  if (found < wanted / 4 && milliseconds < FAST_MS) return Math.min(WIDEST, width * 4);
  return width;
}
