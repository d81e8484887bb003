import { html } from './html.js';

describe('the html template', () => {
  it('escapes every value, in text and in attributes', () => {
    const hostile = `"><script>alert('x')</script>&`;
    expect(html`<a title="${hostile}">${hostile}</a>`.text).toBe(
      '<a title="&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;">' +
        '&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;</a>',
    );
  });

  it('leaves nested templates as they are, joins lists and shows nothing for null', () => {
    const items = ['a', '<b>'].map((item) => html`<b>${item}</b>`);
    expect(html`<i>${items}</i>${null}${0}`.text).toBe('<i><b>a</b><b>&lt;b&gt;</b></i>0');
  });

  it('does not read a backslash or a dollar in a value as anything else', () => {
    expect(html`${'$& \\n ${x}'}`.text).toBe('$&amp; \\n ${x}');
  });
});
