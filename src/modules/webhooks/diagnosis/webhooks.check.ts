import type { Check, Examined } from '../../../platform/doctor/check.js';
import { sealedLength } from '../../../platform/secrets/keys.js';
import { SHORTEST_SAFE_SECRET } from '../webhook-secret.js';
import { type Finding, Findings } from '../../../platform/doctor/finding.js';

interface WebhookRow {
  readonly id: number;
  readonly secret: string;
  readonly status: string;
  readonly dead: number;
  readonly parked: number;
}

/** Webhooks that were disabled, and deliveries that nobody will try again by himself. */
export class WebhooksCheck implements Check<'database'> {
  readonly area = 'webhooks';
  readonly needs = ['database'] as const;

  async look({ database }: Examined<'database'>): Promise<readonly Finding[]> {
    const findings = new Findings(this.area);
    const rows = await database.query<WebhookRow>(
      `SELECT w.id, w.status, w.secret,
              (SELECT COUNT(*) FROM webhook_deliveries d WHERE d.webhook_id = w.id AND d.status = 'failed') AS dead,
              IF(w.status = 'active', 0,
                 (SELECT COUNT(*) FROM webhook_deliveries d WHERE d.webhook_id = w.id AND d.status = 'pending')) AS parked
         FROM webhooks w ORDER BY w.id`,
    );
    if (rows.length === 0) findings.ok('webhooks', 'none');
    for (const { id, secret, status, dead, parked } of rows) {
      const name = `webhook ${id}`;
      if (sealedLength(secret) < SHORTEST_SAFE_SECRET)
        findings.warning(
          `secret of ${name}`,
          `has fewer than ${SHORTEST_SAFE_SECRET} characters`,
          `POST /webhooks/${id}/rotate-secret generates a longer one.`,
        );
      if (status === 'failed')
        findings.warning(
          name,
          `was disabled after failures; ${parked} deliveries are parked`,
          `When its receiver is well: PUT /webhooks/${id} with {"status": "active"}. Parked ones end after 72 hours.`,
        );
      else if (parked > 0)
        findings.warning(
          name,
          `is switched off; ${parked} deliveries are parked`,
          'They end after 72 hours, unless it is switched on.',
        );
      else if (dead > 0)
        findings.warning(
          name,
          `${dead} deliveries in its log have failed for good`,
          `Once its receiver is well: POST /webhooks/${id}/replay sends them again.`,
        );
      else findings.ok(name, status);
    }
    return findings.all;
  }
}
