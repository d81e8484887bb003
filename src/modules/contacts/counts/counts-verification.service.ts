import { Injectable } from '@nestjs/common';
import { Database, type Tx, type Reader } from '../../../platform/database/database.js';
import { namedSql } from '../../../platform/sql/named-sql.js';
import { CompaniesService } from '../../companies/companies.service.js';
import { LABEL_KINDS, type LabelKind, LabelsService } from '../../labels/labels.service.js';
import { ContactCounters } from './contact-counters.js';
import type { ContactStatus } from '../contact/contact-status.js';
import { SHARDS } from './counter-deltas.js';

/** A counter: a shard of the contacts with a status, or the contacts of a list, a tag, or a company. */
export type Counter =
  | { readonly kind: 'status'; readonly status: ContactStatus; readonly shard: number }
  | { readonly kind: LabelKind | 'company'; readonly id: number };

/** `subscribed` exists for lists and tags only. */
export interface CounterValues {
  readonly total: number;
  readonly subscribed?: number;
}

/** A counter with a wrong value. */
interface CounterDifference {
  readonly counter: Counter;
  readonly stored: CounterValues;
  readonly counted: CounterValues;
}

interface LabelRow {
  readonly id: number;
  readonly stored_total: number;
  readonly stored_subscribed: number;
  readonly counted_total: number;
  readonly counted_subscribed: number;
}

const STATUSES = namedSql(__dirname, 'wrong-status-counters');
const COMPANIES = namedSql(__dirname, 'wrong-company-counters');
const LABELS: Readonly<Record<LabelKind, string>> = {
  list: namedSql(__dirname, 'wrong-list-counters'),
  tag: namedSql(__dirname, 'wrong-tag-counters'),
};
/** Selects all labels: no id is zero. */
const ALL = 0;

/**
 * Verifies the maintained counters against the rows.
 *
 * Counters change in the same transaction as the rows, so in one snapshot any difference is an error. For the same reason a
 * counter can be corrected while others write: with its row locked, each writer has either committed or not changed it yet.
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
      const differences = await this.wrongStatuses(reader);
      for (const kind of LABEL_KINDS) differences.push(...(await this.wrongLabels(reader, kind, ALL)));
      differences.push(...(await this.wrongCompanies(reader, ALL)));
      return differences;
    });
  }

  /** Recounts and corrects one counter with its row locked, in a transaction of its own to keep lock times short. */
  async fix({ counter }: CounterDifference): Promise<void> {
    await this.db.transaction(async (tx) => {
      if (counter.kind === 'status') await this.statuses.recount(tx, counter.status, counter.shard);
      else if (counter.kind === 'company') await this.fixCompany(tx, counter.id);
      else await this.fixLabel(tx, counter.kind, counter.id);
    });
  }

  private async fixLabel(tx: Tx, kind: LabelKind, id: number): Promise<void> {
    await this.labels.lockCounts(tx, kind, id);
    for (const { stored, counted } of await this.wrongLabels(tx, kind, id))
      await this.labels.addToCounts(
        tx,
        kind,
        new Map([
          [
            id,
            {
              total: counted.total - stored.total,
              subscribed: (counted.subscribed ?? 0) - (stored.subscribed ?? 0),
            },
          ],
        ]),
      );
  }

  private async fixCompany(tx: Tx, id: number): Promise<void> {
    await this.companies.lock(tx, id);
    for (const { stored, counted } of await this.wrongCompanies(tx, id))
      await this.companies.addToCounts(tx, new Map([[id, { total: counted.total - stored.total, members: [] }]]));
  }

  private async wrongStatuses(reader: Reader): Promise<CounterDifference[]> {
    const rows = await reader.query<{ status: ContactStatus; shard: number; stored: number; counted: number }>(
      STATUSES,
      {
        shards: SHARDS,
      },
    );
    return rows.map(({ status, shard, stored, counted }) => ({
      counter: { kind: 'status', status, shard },
      stored: { total: stored },
      counted: { total: counted },
    }));
  }

  private async wrongLabels(reader: Reader, kind: LabelKind, id: number): Promise<CounterDifference[]> {
    const rows = await reader.query<LabelRow>(LABELS[kind], { id });
    return rows.map((row) => ({
      counter: { kind, id: row.id },
      stored: { total: row.stored_total, subscribed: row.stored_subscribed },
      counted: { total: row.counted_total, subscribed: row.counted_subscribed },
    }));
  }

  private async wrongCompanies(reader: Reader, id: number): Promise<CounterDifference[]> {
    const rows = await reader.query<{ id: number; stored: number; counted: number }>(COMPANIES, { id });
    return rows.map((row) => ({
      counter: { kind: 'company', id: row.id },
      stored: { total: row.stored },
      counted: { total: row.counted },
    }));
  }
}
