export interface WebhookEvents {
  /** Internal: deliveries of this webhook that were held back or had ended may be due now. */
  'webhook.resumed': { readonly webhook_id: number };
  /** Internal: the history of this webhook has reached the end of the log, and what follows this event is delivered as it comes. */
  'webhook.caught_up': { readonly webhook_id: number };
}
