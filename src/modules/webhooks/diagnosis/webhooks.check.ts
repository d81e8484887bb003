import { type Check, type Examined, type Finding, Findings } from '../../../platform/doctor/check.js';
import { sealedLength } from '../../../platform/secrets/keys.js';
import { SHORTEST_SAFE_SECRET } from '../webhook-secret.js';
import type { Webhook } from '../webhook.entity.js';

type WebhookRow = Pick<Webhook, 'id' | 'secret' | 'status'> & { readonly failed: number; readonly parked: number };

export class WebhooksCheck implements Check<'database'> {
  readonly area = 'webhooks';
  readonly needs = ['database'] as const;

  async run({ database }: Examined<'database'>): Promise<readonly Finding[]> {
    const findings = new Findings(this.area);
    const rows = await database.query<WebhookRow>(
      `SELECT w.id, w.status, w.secret,
              (SELECT COUNT(*) FROM webhook_deliveries d WHERE d.webhook_id = w.id AND d.status = 'failed') AS failed,
              IF(w.status = 'active', 0,
                 (SELECT COUNT(*) FROM webhook_deliveries d WHERE d.webhook_id = w.id AND d.status = 'pending')) AS parked
         FROM webhooks w ORDER BY w.id`,
    );
    if (rows.length === 0) findings.ok('webhooks', 'none');
    for (const { id, secret, status, failed, parked } of rows) {
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
          `Fix the receiver, then send PUT /webhooks/${id} with {"status": "active"}. Parked deliveries expire after 72 hours.`,
        );
      else if (parked > 0)
        findings.warning(
          name,
          `is inactive; ${parked} deliveries are parked`,
          'They expire after 72 hours unless the webhook is activated.',
        );
      else if (failed > 0)
        findings.warning(
          name,
          `${failed} deliveries in its log have failed permanently`,
          `Fix the receiver, then POST /webhooks/${id}/replay sends them again.`,
        );
      else findings.ok(name, status);
    }
    return findings.all;
  }
}
