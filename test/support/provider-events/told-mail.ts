/** What a service knows of a mail that it was handed: what it tells back of it is made of this. */
export interface ToldMail {
  /** Its Message-ID, with brackets. */
  readonly messageId: string;
  /** The address in its envelope. */
  readonly returnPath: string;
  readonly recipient: string;
  readonly subject: string;
}
