import { isIP } from 'node:net';
import type { Dns } from '../../../platform/dns/dns.js';
import { type CheckResult, failed, ok, warning } from '../../../platform/doctor/check.js';

type Term = NonNullable<ReturnType<typeof termOf>>;

/** RFC 7208 section 4.6.4. */
const [MAX_LOOKUPS, MAX_VOID_LOOKUPS, MAX_MX_HOSTS] = [10, 2, 10];
/** Prefix lengths of IPv4 and IPv6: no organization has a larger network. */
const [SHORTEST_V4, SHORTEST_V6] = [8, 16];
const WITH_LOOKUP = new Set(['include', 'a', 'mx', 'ptr', 'exists', 'redirect']);

const MACRO = String.raw`%\{[slodiphv](?:[1-9]\d*)?r?[-.+,/_=]*\}|%[%_-]`;
const MACROS = `(?:${MACRO}|[!-$&-~])*`;
const TOP_LABEL = String.raw`\.(?!\d+\.?(?:/|$))[a-z\d](?:[a-z\d-]*[a-z\d])?\.?`;
const DOMAIN = `(?<target>${MACROS}(?:${MACRO}|${TOP_LABEL}))`;
const [V4, V6] = ['/(?<v4>3[0-2]|[12]?\\d)', '/(?<v6>12[0-8]|1[01]\\d|[1-9]?\\d)'];
/** Section 12. */
const TERM = new RegExp(
  `^(?:[-+?~]?(?:${[
    '(?<name>all)',
    `(?<name>include|exists):${DOMAIN}`,
    `(?<name>ptr)(?::${DOMAIN})?`,
    `(?<name>a|mx)(?::${DOMAIN})?(?:${V4})?(?:/${V6})?`,
    `(?<name>ip4):(?<address>[\\d.]+)(?:${V4})?`,
    `(?<name>ip6):(?<address>[\\da-f:.]+)(?:${V6})?`,
  ].join('|')})|(?<name>redirect|exp)=${DOMAIN}|(?!redirect=|exp=)[a-z][\\w.-]*=${MACROS})$`,
);

/** As receivers do (RFC 7208). Terms with macros that depend on an email count as lookups, but are not followed. */
export class SpfEvaluation {
  private lookups = 0;
  private voidLookups = 0;
  private fault: CheckResult | null = null;

  constructor(
    private readonly sender: string,
    private readonly dns: Dns,
  ) {}

  async result(): Promise<CheckResult> {
    const opening = await this.openingOf(this.sender, []);
    if (this.fault) return this.fault;
    if (opening === null) return ok('found');
    const advice = 'Name only your mail servers, and end the record with -all or ~all.';
    return warning(`it allows every server to send, by ${opening}`, advice);
  }

  /** Returns the term that allows nearly every server, null, or a fault. @param path the terms and domains so far. */
  private async openingOf(domain: string, path: readonly string[]): Promise<string | null> {
    const [record, second] = (await this.dns.txt(domain)).filter((text) => /^v=spf1(?: |$)/i.test(text));
    if (second !== undefined) return this.fail(`several records at ${domain}`, 'Merge them into one.');
    if (record === undefined && path.length > 0)
      return this.fail(`${path.at(-1)} has no SPF record`, 'Correct the domain, or remove the term.');
    if (record === undefined)
      this.fault = warning('not found', 'Publish one TXT record such as "v=spf1 include:<your mail provider> -all".');
    let found: string | null = null;
    for (const term of this.termsOf(record ?? '', domain)) {
      const opening = await this.openingBy(term, domain, [...path, domain]);
      if (this.fault) return null;
      if (term.passes) found ??= opening;
    }
    return found;
  }

  private async openingBy(term: Term, domain: string, path: readonly string[]): Promise<string | null> {
    const { name, where, isWide } = term;
    if (!WITH_LOOKUP.has(name)) return isWide ? where : null;
    this.lookups += 1;
    if (this.lookups > MAX_LOOKUPS)
      return this.fail(
        `more than ${MAX_LOOKUPS} DNS lookups, from ${where} on`,
        'Remove the include of each service that does not send for you, or replace terms by ip4 and ip6.',
      );
    const target = term.target.replaceAll('%{d}', domain).replaceAll('%{o}', this.sender).replace(/\.$/, '');
    // Other macros depend on an email.
    if (target.includes('%') || name === 'ptr') return null;
    if (name !== 'include' && name !== 'redirect') return this.findHosts(term, target);
    if (path.includes(target)) return this.fail(`${where} leads back to ${target}`, 'Remove the term.');
    return this.openingOf(target, [...path, where]);
  }

  private async findHosts({ name, where, isWide }: Term, target: string): Promise<string | null> {
    const { length } = await (name === 'mx' ? this.dns.mx(target) : this.dns.addresses(target));
    if (name === 'mx' && length > MAX_MX_HOSTS)
      return this.fail(`${where} has more than ${MAX_MX_HOSTS} mail hosts`, 'Replace the term by ip4 and ip6.');
    if (length === 0) this.voidLookups += 1;
    if (this.voidLookups > MAX_VOID_LOOKUPS)
      return this.fail(
        `more than ${MAX_VOID_LOOKUPS} DNS lookups find nothing, the last one for ${where}`,
        'Remove terms whose names do not exist.',
      );
    return isWide || (name === 'exists' && length > 0) ? where : null;
  }

  /** Returns the terms in the order of their evaluation; none if one of them, even one without effect, is invalid. */
  private termsOf(record: string, domain: string): Term[] {
    const terms: Term[] = [];
    for (const text of record.split(/ +/).slice(1).filter(Boolean)) {
      const where = `${JSON.stringify(text.slice(0, 100))} of ${domain}`;
      const term = termOf(text, where);
      if (!term || (['redirect', 'exp'].includes(term.name) && terms.some(({ name }) => name === term.name))) {
        this.fail(`${where} is not valid`, 'Correct the term: RFC 7208 section 5 describes all of them.');
        return [];
      }
      terms.push(term);
    }
    const inOrder = terms.sort((one, other) => Number(one.name === 'redirect') - Number(other.name === 'redirect'));
    const all = inOrder.findIndex(({ name }) => name === 'all');
    return all === -1 ? inOrder : inOrder.slice(0, all + 1);
  }

  private fail(found: string, advice: string): null {
    this.fault ??= failed(found, `Receivers ignore the record. ${advice}`);
    return null;
  }
}

/** Parses a term; null if it is invalid. An unknown modifier has no name. @param where names the term in messages. */
function termOf(text: string, where: string) {
  const groups = TERM.exec(text.toLowerCase())?.groups;
  const { name = '', address, target = '%{d}' } = groups ?? {};
  if (!groups || (address !== undefined && isIP(address) !== Number(name.at(-1)))) return null;
  const isWide =
    name === 'all' || Number(groups['v4'] ?? 32) < SHORTEST_V4 || Number(groups['v6'] ?? 128) < SHORTEST_V6;
  return { name, where, target, isWide, passes: !/^[-?~]/.test(text) };
}
