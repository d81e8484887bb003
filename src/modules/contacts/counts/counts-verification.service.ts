import { given } from '../../../platform/http/given.js';
import { Injectable } from '@nestjs/common';
import { Database, type Tx, type Reader } from '../../../platform/database/database.js';
import { namedSql } from '../../../platform/sql/named-sql.js';
import { CompaniesService } from '../../companies/companies.service.js';
import { LabelsService } from '../../labels/labels.service.js';
import type { ContactStatus } from '../contact/contact-status.js';
import { LABEL_TABLE, MEMBERSHIP, MEMBERSHIP_KINDS, type MembershipKind } from '../memberships/memberships.service.js';
import { ContactCounters } from './contact-counters.js';
import { SHARDS } from './counter-deltas.js';

/** A counter: a shard of the contacts with a status, or the contacts of a list, a tag, or a company. */
export type Counter =
  | { readonly kind: 'status'; readonly status: ContactStatus; readonly shard: number }
  | { readonly kind: MembershipKind; readonly id: number };

/** `subscribed` exists for lists and tags only. */
export interface CounterValues {
  readonly total: number;
  readonly subscribed?: number;
}

interface CounterDifference {
  readonly counter: Counter;
  readonly stored: CounterValues;
  readonly counted: CounterValues;
}

const WRONG_STATUSES = namedSql(__dirname, 'wrong-status-counters');
/** Selects all labels: no id is zero. */
const ALL = 0;

/**
 * Verifies the maintained counters, which change in the transaction of the rows: in a snapshot any difference is an error,
 * and under the lock of its row a counter can be corrected, because each writer has committed or not changed it yet.
 */
@Injectable()
export class CountsVerification {
  constructor(
    private readonly db: Database,
    private readonly statuses: ContactCounters,
    private readonly labels: LabelsService,
    private readonly companies: CompaniesService,
  ) {}

  /** Verifies all counters in one snapshot, without locks. */
  async verify(): Promise<CounterDifference[]> {
    return this.db.snapshot(async (reader) => {
      const differences = await wrongStatuses(reader);
      for (const kind of MEMBERSHIP_KINDS) differences.push(...(await wrongLabels(reader, kind, ALL)));
      return differences;
    });
  }

  /** Recounts and corrects one counter with its row locked, in a transaction of its own to keep lock times short. */
  async fix({ counter }: CounterDifference): Promise<void> {
    await this.db.transaction(async (tx) => {
      if (counter.kind === 'status') await this.statuses.recount(tx, counter.status, counter.shard);
      else await this.fixLabel(tx, counter.kind, counter.id);
    });
  }

  private async fixLabel(tx: Tx, kind: MembershipKind, id: number): Promise<void> {
    if (kind === 'company') await this.companies.lock(tx, id);
    else await this.labels.lockCounts(tx, kind, id);
    for (const { stored, counted } of await wrongLabels(tx, kind, id)) {
      const total = counted.total - stored.total;
      const subscribed = (counted.subscribed ?? 0) - (stored.subscribed ?? 0);
      if (kind === 'company') await this.companies.addToCounts(tx, new Map([[id, { total, members: [] }]]));
      else await this.labels.addToCounts(tx, kind, new Map([[id, { total, subscribed }]]));
    }
  }
}

async function wrongStatuses(reader: Reader): Promise<CounterDifference[]> {
  const rows = await reader.query<{ status: ContactStatus; shard: number; stored: number; counted: number }>(
    WRONG_STATUSES,
    { shards: SHARDS },
  );
  return rows.map(({ status, shard, stored, counted }) => ({
    counter: { kind: 'status', status, shard },
    stored: { total: stored },
    counted: { total: counted },
  }));
}

/** Returns labels with wrong counters. @param id 0 for all labels of the kind. */
async function wrongLabels(reader: Reader, kind: MembershipKind, id: number): Promise<CounterDifference[]> {
  const { table, column } = MEMBERSHIP[kind];
  const [total, ...subscribed] = kind === 'company' ? ['l.contacts_count'] : ['l.total_count', 'l.subscribed_count'];
  const rows = await reader.query<{
    id: number;
    total: number;
    counted: number;
    ofStatus?: number;
    countedOfStatus: number;
  }>(
    `SELECT l.id, ${total} AS total, COUNT(c.id) AS counted, ${subscribed.map((name) => `${name} AS ofStatus,`).join('')}
            COUNT(CASE WHEN c.status = 'subscribed' THEN 1 END) AS countedOfStatus
       FROM ${LABEL_TABLE[kind]} l
       LEFT JOIN ${table} m ON m.${column} = l.id
       LEFT JOIN contacts c ON c.id = m.contact_id
      WHERE :id = 0 OR l.id = :id
      GROUP BY ${['l.id', total, ...subscribed].join(', ')}
     HAVING total <> counted ${subscribed.map(() => 'OR ofStatus <> countedOfStatus').join('')}
      ORDER BY l.id`,
    { id },
  );
  return rows.map((row) => ({
    counter: { kind, id: row.id },
    stored: { total: row.total, ...given({ subscribed: row.ofStatus }) },
    counted: { total: row.counted, ...(row.ofStatus !== undefined && { subscribed: row.countedOfStatus }) },
  }));
}
