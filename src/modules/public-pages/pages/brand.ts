import type { AppConfig } from '../../../platform/config/config.js';
import { type Html, html, policyFor } from '../../../platform/html/html.js';
import { styleOf } from './page-style.js';

/** What is the same on all public pages of an installation. */
export interface Brand {
  readonly style: string;
  readonly logo: Html | null;
  /** Name and address of the business, which the law requires. */
  readonly footer: Html | null;
  readonly securityPolicy: string;
}

export function brandOf({ businessName, businessAddress, logoUrl, color }: AppConfig['mail']): Brand {
  const style = styleOf(color);
  const lines = [businessName, businessAddress].filter((line) => line !== '');
  return {
    style,
    logo: logoUrl === null ? null : html`<img class="logo" src="${logoUrl}" alt="${businessName}" />`,
    footer: lines.length === 0 ? null : html`<footer>${lines.join('\n')}</footer>`,
    securityPolicy: policyFor(style, logoUrl?.startsWith('https:') ? new URL(logoUrl).origin : '', "'self'"),
  };
}
