import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Managers who are people of a login provider. */
export class AddPeopleAsManagers1767225792100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE managers ADD COLUMN person_hash BINARY(32) NULL, ADD UNIQUE KEY ux_managers_person (person_hash)',
    );
  }

  /** The people stay, because notes and other records name them. They have no keys. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE managers DROP KEY ux_managers_person, DROP COLUMN person_hash');
  }
}
