import { formFields } from './form-fields.js';

const multipart = (...parts: string[]): Buffer =>
  Buffer.from(`${parts.map((part) => `--b0\r\n${part}\r\n`).join('')}--b0--\r\n`);
const field = (name: string, value: string): string => `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`;

describe('formFields', () => {
  it('reads the fields of a multipart form, including line breaks and all characters', () => {
    const form = multipart(field('event', 'bounced'), field('error', 'größer\r\n\r\nals 5'), field('empty', ''));
    expect(formFields(form, 'multipart/form-data; boundary=b0')).toEqual({
      event: 'bounced',
      error: 'größer\r\n\r\nals 5',
      empty: '',
    });
    expect(formFields(form, 'multipart/form-data; boundary="b0"; charset=utf-8')).toMatchObject({ event: 'bounced' });
  });

  it('skips files', () => {
    const file = 'Content-Disposition: form-data; name="attachment-1"; filename="a.txt"\r\n\r\nevent=complained';
    expect(formFields(multipart(file, field('event', 'bounced')), 'multipart/form-data; boundary=b0')).toEqual({
      event: 'bounced',
    });
  });

  it('reads urlencoded forms', () => {
    expect(formFields(Buffer.from('event=bounced&error=a+b%20c'), 'application/x-www-form-urlencoded')).toEqual({
      event: 'bounced',
      error: 'a b c',
    });
  });

  it('finds nothing in a body that is not the declared form', () => {
    expect(formFields(Buffer.from('{}'), 'text/plain')).toBeNull();
    expect(formFields(Buffer.from('{}'), 'multipart/form-data')).toBeNull();
    expect(formFields(multipart(field('event', 'bounced')), 'multipart/form-data; boundary=other')).toEqual({});
  });

  it('limits the number of fields, and ignores names that would change prototypes', () => {
    const many = Array.from({ length: 5_000 }, (_, index) => field(`f${index}`, 'x'));
    expect(Object.keys(formFields(multipart(...many), 'multipart/form-data; boundary=b0') ?? {})).toHaveLength(200);
    expect(formFields(Buffer.from('__proto__=x'), 'application/x-www-form-urlencoded')).toEqual({});
  });
});
