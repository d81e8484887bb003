import type { Dns } from '../../../platform/dns/dns.js';
import { tagsOf } from './mail-policies.js';

const POLICIES = ['none', 'quarantine', 'reject'] as const;
type DmarcPolicy = (typeof POLICIES)[number];

interface DmarcRecord {
  readonly domain: string;
  readonly tags: ReadonlyMap<string, string>;
}

/** The DMARC records of a domain and its parent domains. */
interface TreeWalk {
  readonly start: string;
  /** The longest name first. */
  readonly records: readonly DmarcRecord[];
}

/** The policy that receivers apply to emails from a domain. */
export interface AppliedPolicy {
  /** The domain that publishes it. */
  readonly domain: string;
  readonly tag: 'p' | 'sp' | 'np';
  /** Null: receivers ignore the record. */
  readonly policy: DmarcPolicy | null;
  /** In test mode, receivers apply the next weaker policy. */
  readonly isTest: boolean;
  /** Whether only the same domain is aligned, instead of the same organizational domain. */
  readonly isStrict: { readonly dkim: boolean; readonly spf: boolean };
}

/** More labels are skipped, so a walk needs at most eight queries. */
const MAX_PARENT_LABELS = 7;
const VERSION = /^v[ \t]*=[ \t]*DMARC1[ \t]*(;|$)/;
const REPORT_URI = /(^|,)[a-z][a-z\d+.-]*:[^,]+/i;

/** Looks up the DMARC records from a domain up to its top-level domain (RFC 9989 section 4.10). */
export async function walkTree(start: string, dns: Pick<Dns, 'txt'>): Promise<TreeWalk> {
  const records: DmarcRecord[] = [];
  for (const domain of walkedNames(start)) {
    const texts = (await dns.txt(`_dmarc.${domain}`)).filter((text) => VERSION.test(text));
    // Receivers discard several records of one name.
    if (texts.length !== 1) continue;
    const record = { domain, tags: tagsOf(texts[0] ?? '') };
    records.push(record);
    if (['y', 'n'].includes(psdOf(record))) break;
  }
  return { start, records };
}

/** Returns the domain whose names are aligned with each other (RFC 9989 section 4.10.2). */
export function organizationalDomain({ start, records }: TreeWalk): string {
  for (const record of records) {
    if (psdOf(record) === 'n') return record.domain;
    // A public suffix that sends emails itself is its own organization.
    if (psdOf(record) === 'y') return oneLabelBelow(record.domain, start);
  }
  return records.at(-1)?.domain ?? start;
}

/** The policy of the domain, its organizational domain, or its public suffix (RFC 9989 section 4.10.1), or null. */
export async function appliedPolicy(walk: TreeWalk, dns: Pick<Dns, 'exists'>): Promise<AppliedPolicy | null> {
  const record = policyRecord(walk);
  if (!record) return null;
  const { domain, tags } = record;
  const valueOf = (tag: string): string | undefined => tags.get(tag)?.toLowerCase();
  const isTest = valueOf('t') === 'y';
  const isStrict = { dkim: valueOf('adkim') === 's', spf: valueOf('aspf') === 's' };
  const [p, sp, np] = [valueOf('p'), valueOf('sp'), valueOf('np')];
  if (![p, sp ?? 'none', np ?? 'none'].every(isPolicy))
    return { domain, tag: 'p', policy: REPORT_URI.test(tags.get('rua') ?? '') ? 'none' : null, isTest, isStrict };
  let tag: AppliedPolicy['tag'] = 'p';
  if (domain !== walk.start) {
    if (np !== undefined && !(await dns.exists(walk.start))) tag = 'np';
    else if (sp !== undefined) tag = 'sp';
  }
  return { domain, tag, policy: valueOf(tag) as DmarcPolicy, isTest, isStrict };
}

/** Returns whether a DKIM or SPF domain counts for emails from the domain of the walk (RFC 9989 section 4.4). */
export async function isAligned(
  from: TreeWalk,
  domain: string,
  isStrict: boolean,
  dns: Pick<Dns, 'txt'>,
): Promise<boolean> {
  if (domain === from.start) return true;
  if (isStrict) return false;
  return organizationalDomain(await walkTree(domain, dns)) === organizationalDomain(from);
}

/** Returns the policy that receivers apply to a domain in test mode. */
export function weakerPolicy(policy: DmarcPolicy): DmarcPolicy {
  return policy === 'reject' ? 'quarantine' : 'none';
}

function policyRecord(walk: TreeWalk): DmarcRecord | undefined {
  const { start, records } = walk;
  const organization = organizationalDomain(walk);
  return (
    records.find(({ domain }) => domain === start) ??
    records.find(({ domain }) => domain === organization) ??
    records.find((suffix) => psdOf(suffix) === 'y')
  );
}

function walkedNames(start: string): string[] {
  const labels = start.split('.');
  const parents = labels.slice(Math.max(1, labels.length - MAX_PARENT_LABELS));
  return [start, ...parents.map((_, skipped) => parents.slice(skipped).join('.'))];
}

/** `y`: a public suffix, such as a top-level domain; `n`: an organizational domain. */
const psdOf = ({ tags }: DmarcRecord): string => tags.get('psd')?.toLowerCase() ?? 'u';

const isPolicy = (value: string | undefined): boolean => POLICIES.some((policy) => policy === value);

function oneLabelBelow(suffix: string, domain: string): string {
  return domain
    .split('.')
    .slice(-suffix.split('.').length - 1)
    .join('.');
}
