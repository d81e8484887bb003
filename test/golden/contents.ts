/** Contents that between them use everything a content can hold; each is rendered on every path and looks the same. */
export const GOLDEN_CONTENTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  simple: {
    email_subject: 'Hello {{ contact.first_name }}',
    email_pre_header: 'For {{ contact.full_name }} only',
    email_body: `<h1>Spring in {{ contact.city | default: "town" }}</h1>
<p>Dear {{ contact.first_name }}, <a href="https://shop.example/?id={{ contact.city }}&amp;page=1">look</a> or
<a href="mailto:shop@example.com">write</a>.</p>
<ul><li>One</li><li>Two</li></ul>
<p><a href="{{ unsubscribe_url }}">Unsubscribe</a> · <a href="{{ view_url }}">In the browser</a></p>`,
  },
  plain: {
    design_template: 'plain',
    email_subject: 'A note',
    email_body:
      '<p>Hi {{ contact.first_name | default: "there" }},</p><p>as plain as can be.</p><p>{{ business.name }}, {{ business.address }}</p><p><a href="{{ preferences_url }}">Out</a></p>',
    email_body_text:
      'Hi {{ contact.first_name }},\n\nwritten by hand: https://shop.example/a\n\n{{ unsubscribe_url }}\n',
    settings: { open_tracker: false },
  },
  raw_html: {
    design_template: 'raw_html',
    email_subject: 'Raw "quotes" & <brackets> for {{ contact.full_name }}',
    email_pre_header: 'Not shown in the body',
    email_body: `<!DOCTYPE html>
<HTML><Head><TITLE>Raw</TITLE><style>p > a { color: red }</style></Head>
<BODY bgcolor=#ffffff>
<table width=600><tr><td>{{ contact.full_name }}<td><A HREF='https://shop.example/"x"'>single</A> <a href=https://news.example/>bare</a></table>
<p>.a line with a dot</p>
<p>From the beginning ${'very long words '.repeat(80)}</p>
<a href="{{ unsubscribe_url }}">out</a>
</BODY></HTML>`,
  },
  mjml: {
    design_template: 'mjml',
    email_subject: 'MJML {{ contact.city }}',
    email_pre_header: 'Compiled',
    email_body: `{% assign greeting = "Hallo" %}
<mjml>
  <mj-head><mj-title>{{ greeting }}</mj-title><mj-preview>Preview</mj-preview>
    <mj-attributes><mj-all font-family="Helvetica, Arial, sans-serif" /></mj-attributes></mj-head>
  <mj-body background-color="#f4f4f4">
    {% for interest in custom.interests %}
    <mj-section background-color="#ffffff">
      <mj-column><mj-text>{{ greeting }} {{ interest | upcase }} – 👩‍👩‍👧</mj-text></mj-column>
      <mj-column><mj-button href="https://shop.example/{{ contact.city }}">{{ interest }}</mj-button></mj-column>
    </mj-section>
    {% endfor %}
    <mj-section><mj-column>
      <mj-image src="https://shop.example/a.png" alt="Größe &quot;L&quot;" href="https://shop.example/image" />
      <mj-table>{% for n in (1..2) %}<tr><td>{{ n }}</td></tr>{% endfor %}</mj-table>
      <mj-text><a href="{{ unsubscribe_url }}">Abmelden</a></mj-text>
    </mj-column></mj-section>
  </mj-body>
</mjml>`,
  },
  everything: {
    email_subject: '李 {{ contact.first_name }} 🎉 {% if contact.city == "Köln" %}aus Köln{% endif %}',
    email_pre_header: 'שלום {{ contact.first_name }}',
    email_body: `<p>{% assign n = 0 %}{% for interest in custom.interests %}{% assign n = n | plus: 1 %}{{ n }}. {{ interest }}{% unless forloop.last %}, {% endunless %}{% endfor %}</p>
{% capture hint %}<b>{{ company.name }}</b>{% endcapture %}<p>{{ hint | raw }} / {{ contact.unknown | default: "nothing" }}</p>
<p>日本語のテキスト Ünïcödé \u200f\u05d0 👍🏽</p>
<p><a href="https://shop.example/{{ contact.city }}?utm_source=mine&amp;a=1#part">one</a>
<a href="https://news.example">two</a> <a href="{% if contact.city %}https://c.example/{% endif %}">three</a></p>
<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>
<p><a href="{{ unsubscribe_url }}">Out</a></p>`,
    utm_status: true,
    utm_source: 'newsletter',
    utm_medium: 'email',
    utm_campaign: 'frühling & mehr',
    attachments: [
      { filename: 'Übersicht.pdf', content_type: 'application/pdf', content_base64: 'JVBERi0xLjcgc2FtcGxl' },
      { filename: 'data.csv', content_type: 'text/csv', content_base64: 'YTtiCjE7Mgo=' },
    ],
  },
};
