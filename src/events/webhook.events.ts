export interface WebhookEvents {
  /** Internal: parked or finished deliveries of this webhook may be due now. */
  'webhook.resumed': { readonly webhook_id: number };
  /** Internal: the replay of this webhook reached the end of the log; later events are delivered live. */
  'webhook.caught_up': { readonly webhook_id: number };
}
