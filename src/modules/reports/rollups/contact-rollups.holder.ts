import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/database.js';
import {
  HoldsPersonalData,
  type Person,
  type PersonalDataHolder,
} from '../../../platform/personal-data/personal-data-holder.js';
import { CONTACT_ROLLUPS } from './counters.js';
import { RollupTables } from './rollup-tables.js';

const BY_DOMAIN = ['domain_daily_stats', 'campaign_domain_stats'];

/**
 * Counters by contact and by mail domain. Those by contact say how much and not who, so erasing leaves them for the reports.
 * Those of a domain that one person alone used name the person: their figures go into the row of the other domains.
 */
@HoldsPersonalData()
@Injectable()
export class ContactRollups implements PersonalDataHolder {
  readonly section = 'reports';
  readonly tables = [...CONTACT_ROLLUPS.map(({ table }) => table), ...BY_DOMAIN];

  constructor(private readonly rollups: RollupTables) {}

  exportOf(): Promise<null> {
    return Promise.resolve(null);
  }

  erase(): Promise<void> {
    return Promise.resolve();
  }

  /** Here and not in `erase`, so that an erasure never waits for counters that the relay is writing. */
  async sweep(tx: Tx, { ownDomains = new Set() }: Person): Promise<void> {
    if (ownDomains.size === 0) return;
    for (const table of BY_DOMAIN)
      await tx.execute(`DELETE FROM ${table} WHERE domain IN (:domains)`, { domains: [...ownDomains] });
  }

  /** The caller holds the events of these contacts, so that none is counted meanwhile, and has written the aliases. */
  async merge(tx: Tx, _keep: Person, merged: readonly Person[]): Promise<void> {
    await this.rollups.follow(
      tx,
      merged.map(({ contactId }) => contactId),
    );
  }
}
