import { processorMs } from '../../../../test/support/processor-time.js';
import { fillLiquidUrl } from './liquid-url.js';
import { LiquidTemplate, TemplateError } from './liquid.js';
import { WrittenNumber } from '../written-number.js';

const render = (source: string, values: object = {}): string => new LiquidTemplate(source, 'html').render(values);

describe('Liquid as users may write it', () => {
  it('fills in values and escapes them for HTML', () => {
    expect(render('Hi {{ contact.first_name }}', { contact: { first_name: '<b>"Ann"</b>' } })).toBe(
      'Hi &lt;b&gt;&#34;Ann&#34;&lt;/b&gt;',
    );
  });

  it('falls back where a value is missing', () => {
    expect(render('Hi {{ contact.first_name | default: "there" }}', { contact: { first_name: null } })).toBe(
      'Hi there',
    );
  });

  it.each([
    ['{{ n }} {{ m }} {{ n | append: "!" }}', '12.50 9 12.50!'],
    ['{{ n | plus: 1 }} {{ n | times: m }} {{ n | round }} {{ n | json }}', '13.5 112.5 13 12.5'],
    ['{% if n == 12.5 %}a{% endif %}{% if 12.5 == n %}b{% endif %}{% if n == "12.50" %}c{% endif %}', 'abc'],
    ['{% if n != 12.5 or n == m or n == nil or n == blank or n == "x" or n == true %}a{% endif %}', ''],
    ['{% if n >= m and n > 9 and 9 < n and m <= n and m < 12.5 %}a{% endif %}', 'a'],
    ['{% if n < nil or n > nil or nil < n or nil > n or n > "x" %}a{% endif %}', ''],
    ['{% case n %}{% when 12 %}a{% when 12.5 %}b{% endcase %}', 'b'],
    ['{% if none == 0 %}a{% elsif zero == 0 %}b{% endif %}{{ zero | default: "c" }}', 'b0'],
    ['{% for i in (1..m) %}{{ i }}{% endfor %}', '123456789'],
    ['{{ n.text }}{{ n.equals }}{{ n.constructor }}', ''],
  ])('computes with numbers, and prints them as they were written: %s', (source, printed) => {
    const values = { n: new WrittenNumber('12.50'), m: new WrittenNumber('9'), zero: new WrittenNumber('0') };
    expect(render(source, values)).toBe(printed);
  });

  it('says where a template does not parse', () => {
    const parse = (): LiquidTemplate => new LiquidTemplate('one\ntwo {{ contact.first_name', 'html');
    expect(parse).toThrow(TemplateError);
    try {
      parse();
    } catch (error) {
      expect(error).toMatchObject({ line: 2, column: 5 });
    }
  });

  it.each([
    `{{ constructor.constructor('return process')() }}`,
    '{{ contact.__proto__ }}',
    '{{ contact.constructor }}',
    '${7*7}<%= 1 %>',
    '{{ "x".constructor }}',
  ])('reaches nothing but the values: %s', (source) => {
    process.env['LIQUID_CANARY'] = 'canary-7f3a';
    let output = '';
    try {
      output = render(source, { contact: { first_name: 'Ann' } });
    } catch (error) {
      expect(error).toBeInstanceOf(TemplateError);
    }
    expect(output).not.toMatch(/canary-7f3a|function|\[object/i);
  });

  it.each(["{% include '/etc/passwd' %}", "{% render 'x' %}", "{% layout 'x' %}"])('has no files: %s', (source) => {
    expect(() => render(source)).toThrow(TemplateError);
  });

  it('never parses its output again', () => {
    expect(
      render('{{ contact.first_name }}', { contact: { first_name: '{{ contact.email }}', email: 'secret' } }),
    ).toBe('{{ contact.email }}');
  });

  it('stops a template that would run for ever', async () => {
    const ms = await processorMs(() => {
      expect(() => render('{% for a in (1..100000) %}{% for b in (1..100000) %}{% endfor %}{% endfor %}')).toThrow(
        TemplateError,
      );
    });
    expect(ms).toBeLessThan(3_000);
  });

  it('does not count the time in which the process stood still', () => {
    const values = {
      get slow() {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 700);
        return 'slow';
      },
    };
    expect(render('{{ slow }} {% if true %}and{% endif %} steady', values)).toBe('slow and steady');
  });

  it('encodes values in a link, so that they cannot change where it leads', () => {
    const url = fillLiquidUrl('https://shop.example/{{ contact.city }}?x=1', {
      contact: { city: '/../evil?y=2#' },
      custom: {},
      company: {},
      business: { name: '', address: '' },
      timezone: 'UTC',
    });
    expect(url).toBe('https://shop.example/%2F..%2Fevil%3Fy%3D2%23?x=1');
  });
});
