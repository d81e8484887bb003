import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Dns } from '../../../platform/dns/dns.js';
import { providerOfDomain, providerOfHost } from './mailbox-provider.js';

interface Known {
  readonly provider: string;
  readonly until: number;
}

/** Node does not return the TTL of MX records. */
const GOOD_FOR_MS = 3_600_000;
/** How long a domain stands for itself, and nothing is asked, after the name servers did not answer. */
const WITHOUT_DNS_MS = 60_000;
/** An email waits no longer for a lookup. */
const MAX_WAIT_MS = 1_000;
const MAX_KNOWN = 100_000;

/** Finds the mailbox provider of a domain by its mail hosts. Without DNS, each domain is its own provider. */
@Injectable()
export class MailboxProviders {
  private readonly known = new Map<string, Known>();
  private readonly lookups = new Map<string, Promise<string>>();
  private silentUntil = 0;

  constructor(private readonly dns: Dns) {}

  /** Returns the provider if it is known without a lookup. */
  cached(domain: string): string | null {
    const found = this.known.get(domain);
    if (found && performance.now() < found.until) return found.provider;
    return providerOfDomain(domain) ?? (this.mayAsk(domain) ? null : domain);
  }

  /** Never rejects. */
  async of(domain: string): Promise<string> {
    return this.cached(domain) ?? Promise.race([this.lookUp(domain), sleep(MAX_WAIT_MS, domain, { ref: false })]);
  }

  private mayAsk(domain: string): boolean {
    return this.dns.isPublic(domain) && performance.now() >= this.silentUntil;
  }

  private async lookUp(domain: string): Promise<string> {
    const underWay = this.lookups.get(domain);
    if (underWay) return underWay;
    const lookup = this.ask(domain).finally(() => this.lookups.delete(domain));
    this.lookups.set(domain, lookup);
    return lookup;
  }

  private async ask(domain: string): Promise<string> {
    let provider = domain;
    try {
      const [host] = await this.dns.mx(domain);
      // A null MX (RFC 7505) has no host.
      if (host !== undefined && host.exchange !== '') provider = providerOfHost(host.exchange);
      if (this.known.size >= MAX_KNOWN) this.known.clear();
      this.known.set(domain, { provider, until: performance.now() + GOOD_FOR_MS });
    } catch {
      this.silentUntil = performance.now() + WITHOUT_DNS_MS;
    }
    return provider;
  }
}
