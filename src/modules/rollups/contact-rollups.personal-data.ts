import type { Tx } from '../../platform/database/database.js';
import type { Person, PersonalDataStore } from '../../platform/personal-data/personal-data-store.js';
import { StoresPersonalData } from '../../platform/personal-data/personal-data-store.js';
import { CONTACT_ROLLUPS, type Counter } from './counters.js';
import { engagementUnit, POINTS } from './engagement.js';
import { RollupTables } from './rollup-tables.js';

const TRACKING: readonly Counter[] = ['opened', 'clicked', 'machine_opens', 'machine_clicks'];
const BY_DOMAIN = ['domain_daily_stats', 'campaign_domain_stats'];

/**
 * Personal data in counters by contact and by email domain. Counters by contact identify no one and are kept. The
 * domain of a single contact identifies that contact, so its row is deleted and its emails count in the row of the
 * other domains.
 */
@StoresPersonalData()
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

  /** The days of the contact keep what is not tracking, and the ranking the points of those activities. */
  async forgetTracking(tx: Tx, contactId: number): Promise<void> {
    const days = await tx.query<Record<'opened' | 'clicked', number> & { readonly day: string }>(
      'SELECT day, opened, clicked FROM contact_daily_stats WHERE contact_id = :contactId FOR UPDATE',
      { contactId },
    );
    const points = days.map(
      ({ day, opened, clicked }) => BigInt(opened * POINTS.opened + clicked * POINTS.clicked) * engagementUnit(day),
    );
    await tx.execute(
      `UPDATE contact_totals SET activity = activity - opened - clicked, engagement = engagement - :points
        WHERE contact_id = :contactId`,
      { contactId, points: points.reduce((sum, each) => sum + each, 0n) },
    );
    for (const { table, counters } of CONTACT_ROLLUPS) {
      const tracking = counters.filter((counter) => TRACKING.includes(counter));
      if (tracking.length === 0) continue;
      const [none, empty] = [tracking, counters].map((some) => some.map((counter) => `${counter} = 0`));
      await tx.execute(`UPDATE ${table} SET ${none?.join(', ')} WHERE contact_id = :contactId`, { contactId });
      await tx.execute(`DELETE FROM ${table} WHERE contact_id = :contactId AND ${empty?.join(' AND ')}`, { contactId });
    }
  }

  /**
   * The caller must hold the events of these contacts, so that none is counted meanwhile, and must have written the
   * aliases.
   */
  async merge(tx: Tx, _keepId: number, mergedIds: readonly number[]): Promise<void> {
    await this.rollups.follow(tx, mergedIds);
  }
}
