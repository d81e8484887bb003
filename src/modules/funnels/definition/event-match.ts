/** What benchmarks, waits and goals can be about. */
export const AWAITED_EVENTS = [
  'list_applied',
  'tag_applied',
  'email_opened',
  'link_clicked',
  'event_tracked',
  'order_received',
] as const;
export type AwaitedEvent = (typeof AWAITED_EVENTS)[number];

/** Something that a contact does or that happens to it. What is absent or empty may be anything. */
export interface EventMatch {
  readonly event: AwaitedEvent;
  /** Of `list_applied` and `tag_applied`: one of these. */
  readonly lists?: readonly number[];
  readonly tags?: readonly number[];
  /** Of `email_opened` and `link_clicked`: in the mail of this step; absent for any mail of this funnel to this entry. */
  readonly sequence_id?: number | null;
  /** Of `link_clicked`: where the link led, as a beginning of the URL. */
  readonly url?: string | null;
  /** Of `event_tracked`. */
  readonly event_key?: string | null;
  /** Of `order_received`: at least so much, in the currency of the order. */
  readonly min_total?: number | null;
}
