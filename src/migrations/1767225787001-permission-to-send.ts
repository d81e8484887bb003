import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sending becomes a permission of its own. Everyone who could send keeps it; `manager:update --no-send` takes it away. */
export class AddPermissionToSend1767225787001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE managers SET permissions = CONCAT(permissions, ',send_campaigns')
       WHERE FIND_IN_SET('manage_campaigns', permissions) > 0 AND FIND_IN_SET('send_campaigns', permissions) = 0`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE managers
         SET permissions = TRIM(BOTH ',' FROM REPLACE(CONCAT(',', permissions, ','), ',send_campaigns,', ','))
       WHERE FIND_IN_SET('send_campaigns', permissions) > 0`);
  }
}
