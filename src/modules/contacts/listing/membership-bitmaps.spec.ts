import type { Database } from '../../../platform/database/database.js';
import type { LabelState, MemberFilter, MembershipsService } from '../memberships/memberships.service.js';
import { MembershipBitmaps } from './membership-bitmaps.service.js';

const MEGABYTE = 1024 * 1024;
/** One bitmap takes 8 MB. */
const HIGHEST_ID = 64 * MEGABYTE;
const MEMBERS = 1_000;

describe('bitmaps of memberships', () => {
  it('stay within their memory, forget the least recently used, and read it again', async () => {
    const loaded: number[] = [];
    const stateOf = (id: number): LabelState => ({ kind: 'tag', id, total: MEMBERS, version: 1, log: '' });
    const memberships = {
      states: (filter: MemberFilter) => Promise.resolve((filter.tag ?? []).map(stateOf)),
    } as unknown as MembershipsService;
    const query = (sql: string, { id, until = 0 }: { id: number; until?: number }): Promise<unknown[]> => {
      if (sql.includes('MAX(')) {
        loaded.push(id);
        return Promise.resolve([{ last: HIGHEST_ID }]);
      }
      const members = until === 65_536 ? Array.from({ length: MEMBERS }, (_, index) => id + index).join(',') : null;
      return Promise.resolve([{ ids: members }]);
    };
    const db = {
      isInTransaction: false,
      snapshot: (work: (reader: unknown) => unknown) => work({ query }),
    } as unknown as Database;
    const bitmaps = new MembershipBitmaps(db, memberships);

    for (let id = 1; id < 12; id += 2) {
      const common = await bitmaps.common([stateOf(id), stateOf(id + 1)]);
      expect(common?.size).toBe(MEMBERS + 1);
      expect(bitmaps.bytes).toBeLessThanOrEqual(64 * MEGABYTE);
    }
    expect(loaded).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(bitmaps.bytes).toBeGreaterThan(48 * MEGABYTE);
    await bitmaps.common([stateOf(12), stateOf(1)]);
    expect(loaded.slice(12)).toEqual([1]);
  });
});
