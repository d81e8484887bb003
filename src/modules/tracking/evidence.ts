/** Why an event is classified as machine, as named in the API. */
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

const EXPLANATIONS: Record<MachineReason, string> = {
  method: 'The request method is not one that browsers use: scanners try links with HEAD and other methods.',
  no_agent: 'The request had no user agent; every browser and mail program sends one.',
  prefetch: 'The browser marked the request as a prefetch.',
  known_agent: 'The client named itself as a scanner, a crawler, a link checker or a program library.',
  known_network: 'It came from the network of an email security gateway or another known scanner.',
  privacy_proxy: 'A privacy proxy fetched it, as Apple Mail does for every email, whether or not it is opened.',
  burst:
    'Several links of this email, or one and the hidden link, were followed within two seconds, which is faster than people click.',
  decoy: 'It followed the link that no reader can see.',
  same_client: 'Other requests of the same client for this email were automated: a burst, the hidden link, or HEAD.',
  flood: 'This email had far more opens and clicks than a person makes; later ones are not classified individually.',
};

/** Returns the explanation of a stored reason; null if there is none or it is unknown. */
export function explanationOf(reason: string | null): string | null {
  const known = MACHINE_REASONS.find((each) => each === reason);
  return known === undefined ? null : EXPLANATIONS[known];
}

/** The parts of a pixel or link request that identify the client. */
export interface TrackingRequest {
  readonly kind: 'open' | 'click';
  readonly method: string;
  readonly userAgent: string | null;
  /** `Sec-Purpose`, `Purpose`, or `X-Moz`, with which browsers mark prefetches. */
  readonly purpose: string | null;
  /** The client address behind trusted proxies. */
  readonly ip: string;
}

/** A tracking event together with the others of its email. */
export interface ClassifiableEvent {
  readonly kind: 'open' | 'click';
  /** Null for opens and the decoy. */
  readonly linkId: number | null;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** A hash of address and agent; null for old events. */
  readonly client: string | null;
  readonly isHead: boolean;
  /** A click on the hidden link. */
  readonly isDecoy: boolean;
  /** Null for a person. A reason is never removed. */
  readonly reason: MachineReason | null;
}
