interface PayloadParts {
  readonly event: string;
  readonly occurredAt: Date;
  readonly webhookId: number;
  /** The stored event data. Copied, never parsed: serializing it again could change the bytes. */
  readonly dataJson: string;
}

/** Returns the body of a delivery before it is signed. All parts are fixed, so every attempt has the same bytes. */
export function unsignedPayload({ event, occurredAt, webhookId, dataJson }: PayloadParts): string {
  const timestamp = occurredAt.toISOString();
  return `{"event":${JSON.stringify(event)},"timestamp":"${timestamp}","webhook_id":${webhookId},"data":${dataJson}}`;
}
