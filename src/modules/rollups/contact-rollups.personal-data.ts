import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/database.js';
import {
  StoresPersonalData,
  type Person,
  type PersonalDataStore,
} from '../../platform/personal-data/personal-data-store.js';
import { CONTACT_ROLLUPS } from './counters.js';
import { RollupTables } from './rollup-tables.js';

const BY_DOMAIN = ['domain_daily_stats', 'campaign_domain_stats'];

/**
 * Personal data in counters by contact and by email domain. Counters by contact identify no one and are kept. The
 * domain of a single contact identifies that contact, so its row is deleted and its emails count in the row of the
 * other domains.
 */
@StoresPersonalData()
@Injectable()
export class ContactRollups implements PersonalDataStore {
  readonly section = 'reports';
  readonly tables = [...CONTACT_ROLLUPS.map(({ table }) => table), ...BY_DOMAIN];

  constructor(private readonly rollups: RollupTables) {}

  /** Not in `erase`, so that an erasure never waits for counters that the relay is writing. */
  async sweep(tx: Tx, { ownDomains = new Set() }: Person): Promise<void> {
    if (ownDomains.size === 0) return;
    for (const table of BY_DOMAIN)
      await tx.execute(`DELETE FROM ${table} WHERE domain IN (:domains)`, { domains: [...ownDomains] });
  }

  /**
   * The caller must hold the events of these contacts, so that none is counted meanwhile, and must have written the
   * aliases.
   */
  async merge(tx: Tx, _keepId: number, mergedIds: readonly number[]): Promise<void> {
    await this.rollups.follow(tx, mergedIds);
  }
}
