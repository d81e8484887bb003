import type { MigrationInterface, QueryRunner } from 'typeorm';

const change = (kinds: string): string => `ALTER TABLE membership_cleanups MODIFY kind ENUM(${kinds}) NOT NULL`;

/** Companies leave memberships behind like lists and tags, and the same clean-up takes them away. */
export class CleanUpMembersOfCompanies1767225661000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(change("'list', 'tag', 'company'"));
  }

  async down(runner: QueryRunner): Promise<void> {
    // Strict mode would refuse to narrow the column over a clean-up that is still to be done.
    await runner.query("DELETE FROM membership_cleanups WHERE kind = 'company'");
    await runner.query(change("'list', 'tag'"));
  }
}
