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

/** For whoever asks why a hit does not count. */
const EXPLANATIONS: Record<MachineReason, string> = {
  method: 'It was not asked for as browsers ask: scanners try links with HEAD and other methods.',
  no_agent: 'The client did not say what it is, as every browser and mail program does.',
  prefetch: 'The browser marked it as loaded ahead, before anybody had chosen to.',
  known_agent: 'The client named itself as a scanner, a crawler, a link checker or a program library.',
  known_network: 'It came from the network of a mail security gateway or another known scanner.',
  privacy_proxy: 'A privacy proxy fetched it, as Apple Mail does for every mail, whether or not somebody opens it.',
  burst:
    'Several links of this mail, or one and the hidden one, were followed within two seconds: faster than people do.',
  decoy: 'It followed the link that no reader can see.',
  same_client: 'The same client gave itself away by other hits on this mail: a burst, the hidden link or HEAD.',
  flood: 'This mail had far more hits than a person makes, and what came after them is not looked at one by one.',
};

/** One sentence on a reason as the ledger keeps it; null for none, and for one that is unknown here. */
export function explanationOf(reason: string | null): string | null {
  const known = MACHINE_REASONS.find((each) => each === reason);
  return known === undefined ? null : EXPLANATIONS[known];
}

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
