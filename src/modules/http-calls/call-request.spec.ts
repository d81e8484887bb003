import { TextTemplates } from '../mail-content/rendering/text-templates.service.js';
import { faultOfUrl } from '../../platform/outbound-http/outbound-url.js';
import { type CallTemplate, headerError, templateUrlError, renderRequest } from './call-request.js';

const faultOf = (url: string): string | null => faultOfUrl(url, { allowPrivateNetworks: false, allowedPorts: [] });
const texts = new TextTemplates();

const filled = (settings: Partial<CallTemplate>, values: object = {}) =>
  renderRequest(
    { url: 'https://crm.example/hook', method: 'POST', headers: {}, body: null, ...settings },
    (template, place) => texts.render(template, values, place),
    faultOf,
  );

describe('renderRequest', () => {
  it('escapes values in the URL, headers and body', () => {
    expect(
      filled(
        {
          url: 'https://crm.example/people/{{ contact.name }}?tag={{ contact.name }}',
          headers: { 'X-Name': '{{ contact.name }}' },
          body: '{"name": "{{ contact.name }}"}',
        },
        { contact: { name: 'A/b&"c"\r\nX: 1' } },
      ),
    ).toEqual({
      method: 'POST',
      url: 'https://crm.example/people/A%2Fb%26%22c%22%0D%0AX%3A%201?tag=A%2Fb%26%22c%22%0D%0AX%3A%201',
      headers: { 'X-Name': 'A/b&"c" X: 1', 'Content-Type': 'application/json' },
      body: String.raw`{"name": "A/b&\"c\"\r\nX: 1"}`,
    });
  });

  it.each([
    ['application/x-www-form-urlencoded', 'n=a%26b%3D1'],
    ['text/plain', 'n=a&b=1'],
    ['application/soap+xml; charset=utf-8', 'n=a&amp;b=1'],
    ['text/xml', 'n=a&amp;b=1'],
  ])('writes a body of type %s by its own rules', (type, body) => {
    expect(
      filled({ headers: { 'content-type': type }, body: 'n={{ contact.name }}' }, { contact: { name: 'a&b=1' } }),
    ).toMatchObject({ headers: { 'content-type': type }, body });
  });

  it('sends no body with GET, or if there is none', () => {
    expect(filled({ method: 'GET', body: 'x' })).toMatchObject({ method: 'GET', body: '', headers: {} });
    expect(filled({ method: 'DELETE' })).toMatchObject({ method: 'DELETE', body: '', headers: {} });
  });

  it.each([
    ['a parent folder', 'https://crm.example/people/{{ contact.name }}/notes', '..'],
    ['the same folder', 'https://crm.example/people/{{ contact.name }}', '.'],
    ['another host by a filter that encodes nothing', 'https://crm.example{{ contact.name | raw }}/a', '.evil.example'],
    ['credentials', 'https://crm.example{{ contact.name | raw }}/a', '@evil.example'],
    ['a fragment', 'https://crm.example/{{ contact.name | raw }}', '#a'],
    ['a blank', 'https://crm.example/{{ contact.name | raw }}', 'a b'],
    ['a URL too long to be one', 'https://crm.example/{{ contact.name }}', 'x'.repeat(3_000)],
  ])('refuses %s that a value makes of a URL', (_case, url, name) => {
    expect(filled({ url }, { contact: { name } })).toBe('url_not_allowed');
  });

  it('allows dots inside names', () => {
    const url = 'https://crm.example/people/{{ contact.name }}';
    expect(filled({ url }, { contact: { name: 'a..b' } })).toMatchObject({ url: 'https://crm.example/people/a..b' });
  });

  it('refuses a body beyond 64 KiB', () => {
    const body = '"{{ contact.name }}"';
    expect(filled({ body }, { contact: { name: 'x'.repeat(65_534) } })).toMatchObject({ method: 'POST' });
    expect(filled({ body }, { contact: { name: 'x'.repeat(65_535) } })).toBe('body_too_large');
  });
});

describe('templateUrlError', () => {
  it.each([
    'https://crm.example/hook',
    'https://crm.example',
    'https://crm.example?id={{ contact.id }}',
    'https://crm.example:8443/{{ contact.id }}/{% if contact.city %}a{% endif %}',
  ])('accepts %s', (url) => {
    expect(templateUrlError(url, faultOf)).toBeNull();
  });

  it.each([
    '{{ contact.photo }}',
    'https://{{ contact.city }}.example/',
    'https://crm.example{{ contact.city }}/',
    '{{ contact.city }}://crm.example/',
    'https://crm.example\\{{ contact.city }}',
  ])('refuses Liquid in the server of %s', (url) => {
    expect(templateUrlError(url, faultOf)).toBe('can contain Liquid only in its path and query');
  });

  it.each([
    ['http://crm.example/{{ contact.id }}', 'can contain Liquid only in its path and query'],
    ['http://crm.example/', 'must start with https://'],
    ['https://a:b@crm.example/{{ contact.id }}', 'must not contain credentials'],
    ['https://127.0.0.1/{{ contact.id }}', 'must not point into a private or reserved network'],
    ['https://crm.example/{{ contact.id }}#part', 'must not contain a fragment'],
    ['https://crm.example/a b', 'must be a URL'],
  ])('validates %s like a webhook URL', (url, fault) => {
    expect(templateUrlError(url, faultOf)).toBe(fault);
  });
});

describe('headerError', () => {
  it.each([
    ['Authorization', null],
    ['X-Token', null],
    ['Content-Type', null],
    ['Host', 'is set by Carillon'],
    ['content-LENGTH', 'is set by Carillon'],
    ['Idempotency-Key', 'is set by Carillon'],
    ['X Token', 'is not a valid header name'],
    ['X-Token\r\nY', 'is not a valid header name'],
    ['', 'is not a valid header name'],
  ])('checks %j', (name, fault) => {
    expect(headerError(name)).toBe(fault);
  });
});
