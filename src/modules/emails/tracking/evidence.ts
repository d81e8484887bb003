/** Why a hit is taken for a machine's; what the API calls them. */
export const MACHINE_REASONS = [
  'method',
  'no_agent',
  'prefetch',
  'known_agent',
  'known_network',
  'privacy_proxy',
  'burst',
  'decoy',
  'same_client',
  'flood',
] as const;
export type MachineReason = (typeof MACHINE_REASONS)[number];

/** A request for a pixel or a link, as far as it says who made it. */
export interface HitRequest {
  readonly kind: 'open' | 'click';
  readonly method: string;
  readonly userAgent: string | null;
  /** `Sec-Purpose`, `Purpose` or `X-Moz`: how browsers mark what they load ahead. */
  readonly purpose: string | null;
  /** Of the client, with proxies that we trust looked through. */
  readonly ip: string;
}

/** A hit among the others of the same mail. */
export interface MailHit {
  readonly kind: 'open' | 'click';
  /** Null for opens and the decoy. */
  readonly linkId: number | null;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The same for the same address and agent; null for hits from before this was noted. */
  readonly client: string | null;
  readonly isHead: boolean;
  /** The link that nobody can see. */
  readonly isDecoy: boolean;
  /** What is known so far; null for a person. It is never taken back. */
  readonly reason: MachineReason | null;
}
