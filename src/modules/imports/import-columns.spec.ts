import { ValidationErrors } from '../../platform/errors/app-error.js';
import { CaselessMap } from '../../platform/text/caseless-map.js';
import { planColumns, recognizedTarget } from './import-columns.js';

const SLUGS = new CaselessMap(['colour', 'Shoe-Size', 'birth_place'].map((slug) => [slug, slug]));

function planned(headers: readonly string[], map: Readonly<Record<string, unknown>> | null = null) {
  const faults = new ValidationErrors();
  const plan = planColumns(headers, map, SLUGS, 'file', faults);
  return { ...plan, faults: faults.reasonsByField() };
}

describe('the columns of a file', () => {
  it.each([
    ['email', 'email'],
    ['E-Mail Address', 'email'],
    ['Given Name', 'first_name'],
    ['address line 2', 'address_line_2'],
    ['ZIP', 'postal_code'],
    ['Consent.IP', 'consent.ip'],
    ['colour', 'custom.colour'],
    ['Birth place', 'custom.birth_place'],
    ['custom.colour', 'custom.colour'],
    ['Shoe-Size', 'custom.Shoe-Size'],
    ['CUSTOM.SHOE-SIZE', 'custom.Shoe-Size'],
    ['constructor', null],
    ['Vorname', null],
    ['', null],
  ])('%j is %j', (header, target) => {
    expect(recognizedTarget(header, SLUGS)).toBe(target);
  });

  it.each([
    ...[
      'E-mail 1 - Value',
      'Subscriber',
      'Email Address',
      'EMAIL',
      'Email',
      'E-mail Address',
      'Email address - other',
      'E-Mail-Adresse',
    ],
    ...[
      'Billing Email',
      'Customer Email',
      'email_address',
      'user_email',
      'Primary Email',
      'Email - Work',
      'Work email',
      'Adresse e-mail',
    ],
    ...[
      'Email (Billing)',
      'Email *',
      'Email 1',
      'Attendee Email',
      'Contact Email',
      'Correo electrónico',
      'emailAddress',
      'Courriel',
    ],
  ])('have the address in %j', (header) => {
    expect(planned(['x', header]).targets).toEqual([null, 'email']);
  });

  it.each([
    ...[
      'E-mail 1 - Type',
      'E-mail 2 Address',
      'Email Status',
      'Accepts Email Marketing',
      'Email Type',
      'Email Opt-in',
      'Address',
    ],
    ...[
      'Mailing_address',
      'Subscribed',
      'Subscriber status',
      'E-mail Display Name',
      'Email domain',
      'Email sent',
      'Address 1',
    ],
  ])('have no address in %j', (header) => {
    expect(planned(['x', header]).targets).not.toContain('email');
  });

  it('have the address in the column with the usual name, if there is one', () => {
    expect(planned(['Billing Email', 'Email', 'E-mail 1 - Value']).targets).toEqual([null, 'email', null]);
    expect(planned(['Subscriber', 'x'], { x: 'city' }).targets).toEqual(['email', 'city']);
  });

  it('are read once each, except for tags and lists', () => {
    expect(planned(['email', 'mail', 'Tags', 'tag', '', 'x', '', ''])).toEqual({
      targets: ['email', null, 'tags', 'tags', null, null, null, null],
      ignored: ['mail', 'column 5', 'x'],
      faults: {},
    });
  });

  it('follow the map, and the email column is detected', () => {
    expect(planned(['Mail', 'City', 'Vorname'], { VORNAME: 'first_name' })).toEqual({
      targets: ['email', null, 'first_name'],
      ignored: ['City'],
      faults: {},
    });
    expect(planned(['Mail', 'x'], { Mail: '-', x: 'city' }).faults).toEqual({ file: expect.any(String) });
  });

  it('are shown in the error for a missing email column, unless they contain addresses', () => {
    expect(planned(['a', 'b']).faults['file']).toMatch(/\(found: a, b\); name it `email`/);
    expect(planned(['ada@example.com', 'b']).faults['file']).not.toMatch(/ada|found/);
  });
});
