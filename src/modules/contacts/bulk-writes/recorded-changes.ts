/** What a value was before and what it was made: both as they are stored, moments as `YYYY-MM-DD HH:MM:SS`. */
export type Changed<Value> = readonly [before: Value, after: Value];

/** What a bulk write has changed of one contact, so that exactly that can be taken back. */
export interface RecordedChanges {
  /** By the name of the column on the wire, the status included. */
  readonly fields?: Readonly<Record<string, Changed<string | number | null>>>;
  /** By the id of the custom field. */
  readonly values?: Readonly<Record<string, Changed<string | null>>>;
  readonly lists?: MembershipsChanged;
  readonly tags?: MembershipsChanged;
  readonly companies?: MembershipsChanged;
  /** Why the address had been suppressed, where that was lifted. */
  readonly suppression?: string;
  /** The funnel that the contact was asked into. */
  readonly funnel?: number;
  /** Of a contact that was created instead: `fingerprintOf` what it was then. Beside it there are only the labels it got. */
  readonly created?: string;
}

export interface MembershipsChanged {
  readonly added: readonly number[];
  readonly removed: readonly number[];
}
