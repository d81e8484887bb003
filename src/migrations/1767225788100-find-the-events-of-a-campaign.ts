import type { MigrationInterface, QueryRunner } from 'typeorm';

const CHUNK = 20_000;

/**
 * The live report shows what happened last to the emails of one campaign. Without an index it could look through the end
 * of the log only, and found nothing where others were busy. Each kind by itself, so that many events of another kind
 * are not read for it. Silent events are left out: they tell of what happened long before.
 */
export class FindEventsOfCampaigns1767225788100 implements MigrationInterface {
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE domain_events ADD COLUMN campaign_id INT UNSIGNED NULL AFTER contact_id');
    const [row] = (await runner.query('SELECT MAX(id) AS id FROM domain_events')) as { id: number | null }[];
    // In chunks, and before there is an index that each of them would have to keep.
    for (let from = 0, last = row?.id ?? 0; from < last; from += CHUNK)
      await runner.query(
        `UPDATE domain_events
            SET campaign_id = COALESCE(JSON_VALUE(data, '$.email.campaign_id'), JSON_VALUE(data, '$.campaign_id'))
          WHERE id > ? AND id <= ? AND subject_type = 'email' AND silent = 0`,
        [from, from + CHUNK],
      );
    await runner.query('ALTER TABLE domain_events ADD INDEX ix_domain_events_campaign (campaign_id, type, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE domain_events DROP INDEX ix_domain_events_campaign, DROP COLUMN campaign_id');
  }
}
