/** What a provider knows of a submitted email, from which it builds its events. */
export interface SubmittedEmail {
  /** Its Message-ID with angle brackets. */
  readonly messageId: string;
  /** The envelope sender. */
  readonly returnPath: string;
  readonly recipient: string;
  readonly subject: string;
}
