export interface PayloadParts {
  readonly event: string;
  readonly occurredAt: Date;
  readonly webhookId: number;
  /** The event's data as the outbox stored it. It is copied, never parsed: a second serialisation could differ. */
  readonly dataJson: string;
}

/**
 * The body of a delivery before it is signed. All of its parts were fixed when the event happened, so every attempt
 * makes the same bytes.
 */
export function unsignedPayload({ event, occurredAt, webhookId, dataJson }: PayloadParts): string {
  const timestamp = occurredAt.toISOString();
  return `{"event":${JSON.stringify(event)},"timestamp":"${timestamp}","webhook_id":${webhookId},"data":${dataJson}}`;
}
