import type { AppConfig } from '../../../platform/config/config.js';
import { brandOf } from './brand.js';

const mail = (given: Partial<AppConfig['mail']>): AppConfig['mail'] =>
  ({ businessName: 'A & B', businessAddress: '', logoUrl: null, color: null, ...given }) as AppConfig['mail'];

describe('the brand of public pages', () => {
  it('allows images of the logo’s host, and no others', () => {
    const { logo, securityPolicy } = brandOf(mail({ logoUrl: 'https://cdn.example.com/logo.png?a=1&b="2"' }));
    expect(securityPolicy).toContain("img-src data: https://cdn.example.com; form-action 'self'");
    expect(logo?.text).toBe(
      '<img class="logo" src="https://cdn.example.com/logo.png?a=1&amp;b=&quot;2&quot;" alt="A &amp; B" />',
    );
  });

  it('loads nothing from elsewhere without a logo, or with one in the URL', () => {
    for (const logoUrl of [null, 'data:image/png;base64,AAAA'])
      expect(brandOf(mail({ logoUrl })).securityPolicy).toContain("img-src data:; form-action 'self'");
  });
});
