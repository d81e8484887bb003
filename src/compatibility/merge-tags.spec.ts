import { processorMs } from '../../test/support/processor-time.js';
import { inLiquid, liquidOf } from './merge-tags.js';
import { LiquidTemplate } from '../modules/mail-content/rendering/liquid.js';

const read = (source: string, format: 'html' | 'text' = 'html') => {
  const warnings: string[] = [];
  const text = liquidOf(source, format, (warning) => warnings.push(warning));
  return { text, warnings };
};

describe('merge tags of FluentCRM', () => {
  it.each([
    ['{{contact.first_name|there}}', '{{ contact.first_name | default: "there" }}'],
    ['{{contact.full_name}}', '{{ contact.full_name }}'],
    ['{{contact.created_at}}', '{{ contact.created_at }}'],
    ['{{ contact.custom.color | none yet }}', '{{ custom.color | default: "none yet" }}'],
    ['{{contact.company.name}}', '{{ company.name }}'],
    ['{{contact.avatar}}', '{{ contact.photo }}'],
    ['{{crm.business_name}} {{crm.business_address}}', '{{ business.name }} {{ business.address }}'],
    ['##crm.unsubscribe_url##', '{{ unsubscribe_url }}'],
    ['{{crm.unsubscribe_url}}', '{{ unsubscribe_url }}'],
    ['##crm.manage_subscription_url##', '{{ preferences_url }}'],
    ['##web_preview_url##', '{{ view_url }}'],
    ['##crm.activate_link##', '{{ confirm_url }}'],
    ['{{crm.unsubscribe_html|Leave}}', '<a href="{{ unsubscribe_url }}">Leave</a>'],
    ['{{crm.manage_subscription_html}}', '<a href="{{ preferences_url }}">Manage Preference</a>'],
    ['{{contact.email||strtoupper}}', '{{ contact.email | upcase }}'],
    ['{{contact.city|ROME|strtolower}}', '{{ contact.city | default: "ROME" | downcase }}'],
    ['{{contact.city|l&#039;&amp;}}', '{{ contact.city | default: "l\'&" }}'],
    ['{{contact.city|"a\\}}', String.raw`{{ contact.city | default: "\"a\\" }}`],
  ])('are translated: %s', (source, expected) => {
    expect(read(source)).toEqual({ text: expected, warnings: [] });
    expect(read(expected)).toEqual({ text: expected, warnings: [] });
    expect(() => new LiquidTemplate(expected, 'html')).not.toThrow();
  });

  it('have plain URLs in plain text', () => {
    expect(read('{{crm.unsubscribe_html|Leave}}', 'text').text).toBe('{{ unsubscribe_url }}');
    expect(read('{{contact.city|R&amp;D}}', 'text').text).toBe('{{ contact.city | default: "R&amp;D" }}');
  });

  it.each([
    '{{ contact.first_name | default: "there" }}',
    '{{ contact.first_name | upcase }}',
    '{{ custom.color | default: "a|b" }}',
    '{{ trigger.order_id }}',
    '{% if contact.city == "Rome" %}x{% endif %}',
    '{{ contact["city"] }}',
    '## Heading ## text ## contact',
    '{{}} {{{{ ####',
  ])('are not mistaken: %s', (source) => {
    expect(read(source)).toEqual({ text: source, warnings: [] });
  });

  it('keep the filters of Liquid', () => {
    expect(read('{{ contact.custom.color | default: "a|b" | upcase }}').text).toBe(
      '{{ custom.color | default: "a|b" | upcase }}',
    );
  });

  it.each([
    ['{{contact.prefix|Dear}}', 'Dear'],
    ['{{wp.url}}', ''],
    ['{{other.date.+2 days}}', ''],
    ['{{user.meta.points|0}}', '0'],
    ['##crm.unknown##', ''],
    ['{{contact.constructor}}', ''],
  ])('without a counterpart are replaced, with a warning: %s', (source, text) => {
    const warning = `The merge tag ${source} has no counterpart and was replaced by its default.`;
    expect(read(source)).toEqual({ text, warnings: [warning] });
  });

  it.each(['concat_first|Hello', 'ucfirst', 'constructor'])('lose other transformers, with a warning: %s', (other) => {
    expect(read(`{{contact.first_name||${other}}}`)).toEqual({
      text: '{{ contact.first_name }}',
      warnings: [`The transformer of the merge tag {{contact.first_name||${other}}} was left out.`],
    });
  });

  it('are translated quickly in large texts', async () => {
    const ms = await processorMs(() => {
      for (const piece of ['{{', '##', '{{contact.city|', '##crm.x', '{{contact.city}}'])
        read(piece.repeat(2_000_000 / piece.length));
    });
    expect(ms).toBeLessThan(1_000);
  });

  it('are translated in the texts of emails only, at every level', () => {
    const tag = '{{contact.city|x}}';
    const [liquid, other] = ['{{ contact.city | default: "x" }}', { title: tag, list: [tag] }];
    const body = {
      email_subject: tag,
      sequences: [{ settings: { email_body: tag }, children: { yes: [{ body: tag }] } }],
    };
    expect(inLiquid({ ...body, ...other }, () => undefined)).toEqual({
      email_subject: liquid,
      sequences: [{ settings: { email_body: liquid }, children: { yes: [{ body: liquid }] } }],
      ...other,
    });
  });
});
