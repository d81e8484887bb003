import { domainToASCII } from 'node:url';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Campaigns and funnels find their sender by its address, whose domain has one form now. The worker converts contacts. */
export class ConvertDomainsOfSenders1767225791100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const senders = (await runner.query(
      'SELECT DISTINCT from_email AS address FROM senders WHERE LENGTH(from_email) > CHAR_LENGTH(from_email)',
    )) as { address: string }[];
    for (const { address } of senders) {
      const at = address.lastIndexOf('@') + 1;
      const converted = address.slice(0, at) + domainToASCII(address.slice(at));
      await runner.query('UPDATE senders SET from_email = ? WHERE from_email = ?', [converted, address]);
      for (const table of ['campaigns', 'funnels'])
        await runner.query(`UPDATE ${table} SET settings = REPLACE(settings, ?, ?)`, [
          `"${address}"`,
          `"${converted}"`,
        ]);
    }
  }

  /** Both forms name the same mailbox. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
