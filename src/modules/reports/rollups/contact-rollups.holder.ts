import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/database.js';
import {
  HoldsPersonalData,
  type Person,
  type PersonalDataHolder,
} from '../../../platform/personal-data/personal-data-holder.js';
import { CONTACT_ROLLUPS } from './counters.js';
import { RollupTables } from './rollup-tables.js';

/**
 * Counters by contact. They say how much, not who: a person learns the same from what was counted, and erasing leaves them,
 * for reports are made of them.
 */
@HoldsPersonalData()
@Injectable()
export class ContactRollups implements PersonalDataHolder {
  readonly section = 'reports';
  readonly tables = CONTACT_ROLLUPS.map(({ table }) => table);

  constructor(private readonly rollups: RollupTables) {}

  exportOf(): Promise<null> {
    return Promise.resolve(null);
  }

  erase(): Promise<void> {
    return Promise.resolve();
  }

  /** The caller holds the events of these contacts, so that none is counted meanwhile, and has written the aliases. */
  async merge(tx: Tx, _keep: Person, merged: readonly Person[]): Promise<void> {
    await this.rollups.follow(
      tx,
      merged.map(({ contactId }) => contactId),
    );
  }
}
