import type { MigrationInterface, QueryRunner } from 'typeorm';

const OPTIONS = 'ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci';
const ASCII = 'CHARACTER SET ascii COLLATE ascii_bin';
const EXACT = 'CHARACTER SET utf8mb4 COLLATE utf8mb4_bin';

/**
 * Orders as shops report them, and the ledger of revenue, which is only ever added to. Money is kept in the smallest unit
 * of its currency. The unique keys decide what is a repetition.
 */
export class CreateOrders1767225770000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE orders (
        id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        provider VARCHAR(64) ${ASCII} NOT NULL,
        external_id VARCHAR(190) ${EXACT} NOT NULL,
        contact_id INT UNSIGNED NULL,
        status ENUM('pending', 'processing', 'completed', 'cancelled', 'refunded') NOT NULL,
        currency CHAR(3) ${ASCII} NOT NULL,
        total BIGINT NOT NULL,
        refunded BIGINT NOT NULL DEFAULT 0,
        items LONGTEXT NOT NULL,
        ordered_at DATETIME(3) NOT NULL,
        source_updated_at DATETIME(3) NULL,
        touch ENUM('last_click') NULL,
        campaign_id INT UNSIGNED NULL,
        funnel_id INT UNSIGNED NULL,
        step_id INT UNSIGNED NULL,
        email_id BIGINT UNSIGNED NULL,
        created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
        updated_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3) ON UPDATE CURRENT_TIMESTAMP(3),
        UNIQUE INDEX ux_orders_source (provider, external_id),
        INDEX ix_orders_contact (contact_id, ordered_at),
        INDEX ix_orders_ordered_at (ordered_at, id),
        INDEX ix_orders_campaign (campaign_id, ordered_at),
        INDEX ix_orders_email (email_id)
      ) ${OPTIONS}`);
    await runner.query(`
      CREATE TABLE order_refunds (
        id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        order_id INT UNSIGNED NOT NULL,
        external_id VARCHAR(190) ${EXACT} NULL,
        is_remainder TINYINT UNSIGNED NOT NULL DEFAULT 0,
        amount BIGINT NOT NULL,
        reason VARCHAR(190) NULL,
        refunded_at DATETIME(3) NOT NULL,
        created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
        UNIQUE INDEX ux_order_refunds_source (order_id, external_id)
      ) ${OPTIONS}`);
    await runner.query(`
      CREATE TABLE revenue_entries (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        order_id INT UNSIGNED NOT NULL,
        refund_id INT UNSIGNED NULL,
        kind ENUM('sale', 'refund') NOT NULL,
        contact_id INT UNSIGNED NULL,
        currency CHAR(3) ${ASCII} NOT NULL,
        amount BIGINT NOT NULL,
        orders TINYINT NOT NULL,
        touch ENUM('last_click') NULL,
        campaign_id INT UNSIGNED NULL,
        funnel_id INT UNSIGNED NULL,
        step_id INT UNSIGNED NULL,
        email_id BIGINT UNSIGNED NULL,
        recorded_at DATETIME(3) NOT NULL,
        created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
        INDEX ix_revenue_entries_order (order_id, id),
        INDEX ix_revenue_entries_email (email_id)
      ) ${OPTIONS}`);
    await runner.query(`
      CREATE TABLE contact_commerce (
        contact_id INT UNSIGNED NOT NULL,
        currency CHAR(3) ${ASCII} NOT NULL,
        orders_count INT UNSIGNED NOT NULL,
        total_spent DECIMAL(19,4) NOT NULL,
        refunded_total DECIMAL(19,4) NOT NULL,
        first_order_at DATETIME(3) NOT NULL,
        last_order_at DATETIME(3) NOT NULL,
        PRIMARY KEY (contact_id, currency)
      ) ${OPTIONS}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['contact_commerce', 'revenue_entries', 'order_refunds', 'orders'])
      await runner.query(`DROP TABLE ${table}`);
  }
}
