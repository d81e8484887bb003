import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['domain_daily_stats', 'campaign_domain_stats'];

/** Erasing a person removes the figures of a mail domain that nobody else uses. */
export class FindFiguresByDomain1767225789003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`ALTER TABLE ${table} ADD INDEX ix_${table}_domain (domain)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`ALTER TABLE ${table} DROP INDEX ix_${table}_domain`);
  }
}
