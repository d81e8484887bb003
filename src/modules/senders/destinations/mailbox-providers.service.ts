import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Dns } from '../../../platform/dns/dns.js';
import { domainOf } from '../../../platform/text/email-address.js';
import { providerOfDomain, providerOfHost } from './mailbox-provider.js';

interface Known {
  readonly provider: string;
  readonly until: number;
}

/** Node does not return the TTL of MX records. */
const GOOD_FOR_MS = 3_600_000;
/** How long a domain stands for itself after a failed lookup. */
const WITHOUT_DNS_MS = 60_000;
/** Failed lookups in a row after which nothing is asked for as long: not the domains fail, but the name servers. */
const FAILURES_UNTIL_SILENCE = 3;
/** An email waits no longer for a lookup. */
const MAX_WAIT_MS = 1_000;
const MAX_KNOWN = 100_000;
const MAX_LENGTH = 190;

/** Finds the mailbox provider of a domain by its mail hosts. Without DNS, each domain is its own provider. */
@Injectable()
export class MailboxProviders {
  private readonly known = new Map<string, Known>();
  private readonly lookups = new Map<string, Promise<string>>();
  private failures = 0;
  private silentUntil = 0;

  constructor(private readonly dns: Dns) {}

  /** Returns the provider if it is known without a lookup. @param address or a domain. */
  cached(address: string): string | null {
    const domain = nameOf(address);
    const found = this.known.get(domain);
    if (found && performance.now() < found.until) return found.provider;
    const provider = providerOfDomain(domain) ?? (this.dns.isPublic(domain) ? null : domain);
    if (provider !== null) return this.remember(domain, provider, GOOD_FOR_MS);
    return performance.now() < this.silentUntil ? domain : null;
  }

  /** Never rejects. @param address or a domain. */
  async of(address: string): Promise<string> {
    const domain = nameOf(address);
    return this.cached(domain) ?? Promise.race([this.lookUp(domain), sleep(MAX_WAIT_MS, domain, { ref: false })]);
  }

  private async lookUp(domain: string): Promise<string> {
    const underWay = this.lookups.get(domain);
    if (underWay) return underWay;
    const lookup = this.ask(domain).finally(() => this.lookups.delete(domain));
    this.lookups.set(domain, lookup);
    return lookup;
  }

  private async ask(domain: string): Promise<string> {
    try {
      const [host] = await this.dns.mx(domain);
      this.failures = 0;
      // A null MX (RFC 7505) has no host.
      const provider = host === undefined || host.exchange === '' ? domain : providerOfHost(host.exchange);
      return this.remember(domain, provider, GOOD_FOR_MS);
    } catch {
      this.failures += 1;
      if (this.failures >= FAILURES_UNTIL_SILENCE) this.silentUntil = performance.now() + WITHOUT_DNS_MS;
      return this.remember(domain, domain, WITHOUT_DNS_MS);
    }
  }

  private remember(domain: string, provider: string, forMs: number): string {
    if (this.known.size >= MAX_KNOWN) this.known.clear();
    this.known.set(domain, { provider, until: performance.now() + forMs });
    return provider;
  }
}

/** A provider without a known name is named by its domain. */
const nameOf = (address: string): string => domainOf(address).slice(0, MAX_LENGTH);
