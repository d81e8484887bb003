export interface WebhookEvents {
  /** Internal: deliveries of this webhook that were held back or had ended may be due now. */
  'webhook.resumed': { readonly webhook_id: number };
}
