import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Step } from '../modules/funnels/definition/step.js';
import { HeaderSecrets } from '../modules/funnels/http-calls/header-secrets.service.js';
import { loadConfig } from '../platform/config/load-environment.js';
import { Keys } from '../platform/secrets/keys.js';

const ROWS_AT_ONCE = 200;

interface VersionRow {
  readonly id: number;
  readonly funnelId: number;
  readonly version: number;
  readonly steps: string;
  readonly secrets: string;
}

/**
 * A place for header values of `http_request` steps, encrypted. Workers of the version before run on this schema during an
 * update and read the values in clear, so those that are stored already are sealed afterwards, by `secrets:reencrypt`.
 */
export class SealFunnelHeaders1767225787000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE funnel_versions ADD COLUMN secrets MEDIUMTEXT NULL AFTER steps');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (let rows = await sealedRows(runner); rows.length > 0; rows = await sealedRows(runner)) {
      const headers = new HeaderSecrets(new Keys(loadConfig()));
      for (const { id, steps, secrets, ...place } of rows) {
        const opened = headers.open(place, { steps: JSON.parse(steps) as Step[], secrets });
        await runner.query('UPDATE funnel_versions SET steps = ?, secrets = NULL WHERE id = ?', [
          JSON.stringify(opened),
          id,
        ]);
      }
    }
    await runner.query('ALTER TABLE funnel_versions DROP COLUMN secrets');
  }
}

async function sealedRows(runner: QueryRunner): Promise<VersionRow[]> {
  return (await runner.query(
    `SELECT id, funnel_id AS funnelId, version, steps, secrets FROM funnel_versions
      WHERE secrets IS NOT NULL ORDER BY id LIMIT ${ROWS_AT_ONCE}`,
  )) as VersionRow[];
}
