import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkHtml } from './html-check.js';

/** Returns the features with problems, each with its places. */
const problemsOf = (html: string): Record<string, string[]> =>
  Object.fromEntries(
    checkHtml(html).problems.map(({ feature, places }) => [
      feature,
      places.map(({ line, text }) => `${line}: ${text}`),
    ]),
  );

describe('the check of HTML', () => {
  it('finds nothing in an email that all clients show', () => {
    expect(checkHtml('<b>Hello</b>')).toEqual({ score: 100, problems: [] });
    expect(checkHtml('')).toEqual({ score: 100, problems: [] });
  });

  it('names the clients, the most used first, and the places', () => {
    const { score, problems } = checkHtml(
      `<p>\n<span style="gap:1px">a</span>${'\n<i style="gap: 2px">b</i>'.repeat(7)}`,
    );
    const gap = problems.find(({ feature }) => feature.startsWith('gap'));
    expect(gap).toMatchObject({ url: 'https://www.caniemail.com/features/css-gap/', count: 8 });
    expect(gap?.unsupported_by.slice(0, 3)).toEqual(['Outlook for Windows', 'Yahoo', 'Yahoo for Android']);
    expect(gap?.places).toHaveLength(5);
    expect(gap?.places.slice(0, 2)).toEqual([
      { line: 2, text: 'gap:1px' },
      { line: 3, text: 'gap: 2px' },
    ]);
    expect(problems[0]).toBe(gap);
    expect(score).toBeLessThan(90);
  });

  it('reads style sheets with their lines, at-rules, and selectors', () => {
    const html = `<head>
<style>
@media (prefers-color-scheme: dark) {
  .a:hover { display: flex; width: calc(100% - 2rem) }
}
a[href] > b { color: var(--ink) !important; margin-top: 1vw }
</style></head>`;
    expect(problemsOf(html)).toMatchObject({
      '@media': ['3: @media (prefers-color-scheme: dark)'],
      '@media (prefers-color-scheme)': ['3: @media (prefers-color-scheme: dark)'],
      ':hover': ['4: .a:hover'],
      'display:flex': ['4: display: flex'],
      'CSS calc() function': ['4: width: calc(100% - 2rem)'],
      'Attribute selector': ['6: a[href] > b'],
      'CSS Variables (Custom Properties)': ['6: color: var(--ink) !important'],
      '!important keyword': ['6: color: var(--ink) !important'],
      margin: ['6: margin-top: 1vw'],
      'vw unit': ['6: margin-top: 1vw'],
    });
    expect(Object.keys(problemsOf(html))).not.toContain('display');
  });

  it('reads elements, attributes, and image formats ', () => {
    expect(
      problemsOf(
        `<VIDEO SRC="a.mp4"></VIDEO><section>\n<INPUT type=radio><a href="#top">x</a>\n<img src="a.webp?x=1" srcset="b"></section>`,
      ),
    ).toMatchObject({
      '<video> element': ['1: <VIDEO SRC="a.mp4">'],
      'HTML5 semantics': ['1: <section>'],
      '<input type="radio"> element': ['2: <INPUT type=radio>'],
      'Local anchors': ['2: <a href="#top">'],
      'webP image format': ['3: <img src="a.webp?x=1" srcset="b">'],
      'srcset and sizes attributes': ['3: <img src="a.webp?x=1" srcset="b">'],
    });
  });

  it('judges neither comments nor invalid CSS, and shortens long tags', () => {
    const html = `<!--[if mso]><video></video><![endif]--><style>p { gap: 1px</style><i style="gap">x</i><video title="${'x'.repeat(99)}">`;
    const problems = problemsOf(html);
    expect(problems['gap, column-gap, row-gap']).toBeUndefined();
    expect(problems['<video> element']?.map((text) => text.length)).toEqual(['1: '.length + 80]);
  });

  it('survives any nesting', () => {
    expect(problemsOf(`${'<div>'.repeat(10_000)}<video>`)['<video> element']).toEqual(['1: <video>']);
  });

  it('has the data of the installed package', () => {
    const script = pathToFileURL(join(__dirname, '../../../../scripts/email-support.mjs')).href;
    const print = `import { emailSupport } from '${script}'; process.stdout.write(JSON.stringify(emailSupport()))`;
    const fresh = execFileSync(process.execPath, ['--input-type=module', '-e', print], { encoding: 'utf8' });
    const kept = readFileSync(join(__dirname, 'email-support.json'), 'utf8');
    expect(JSON.parse(fresh)).toEqual(JSON.parse(kept));
  });
});
