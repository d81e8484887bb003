/** Something that has happened to a contact and that funnels may begin with. */
export type TriggerFact =
  | { readonly name: 'contact_created' }
  | { readonly name: 'list_applied' | 'list_removed'; readonly lists: readonly number[] }
  | { readonly name: 'tag_applied' | 'tag_removed'; readonly tags: readonly number[] }
  | { readonly name: 'status_changed'; readonly from: string; readonly to: string }
  | {
      readonly name: 'event_tracked';
      readonly event_key: string;
      readonly title: string;
      /** How often by now. */
      readonly counter: number;
    }
  | {
      readonly name: 'order_created' | 'order_completed' | 'order_refunded';
      readonly total: number;
      readonly product_ids: readonly string[];
      readonly provider: string;
    }
  /** Reported from outside, under a name of a family. */
  | { readonly name: 'fired'; readonly trigger_name: string; readonly payload: Readonly<Record<string, unknown>> };

/** What it is called as a trigger. */
export function firedNamesOf(fact: TriggerFact): readonly string[] {
  switch (fact.name) {
    case 'fired':
      return [fact.trigger_name];
    case 'order_created':
    case 'order_completed':
      return [fact.name, 'order_received'];
    default:
      return [fact.name];
  }
}
