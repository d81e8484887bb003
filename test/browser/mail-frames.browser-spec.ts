import type { Browser } from 'playwright-core';
import { compileContent } from '../../src/modules/mail-content/rendering/compile-content.js';
import type { DesignTemplate } from '../../src/modules/mail-content/rendering/frame.js';
import { Renderer } from '../../src/modules/mail-content/rendering/renderer.js';
import { launchBrowser, openPage, screenshot } from '../support/browser.js';
import { World } from '../support/world.js';

const WORDS = 'Spring is here, and with it come new colors, longer evenings and a shop full of things to see. ';
const BODY = `<h1>Hello {{ contact.first_name }}</h1><p>${WORDS.repeat(4)}</p>
<p><a href="https://shop.example/">A link to the shop</a></p>
<p>https://shop.example/${'a-very-long-path-that-nobody-breaks/'.repeat(6)}</p>
<table width="900"><tr><td>A wide table of another time</td><td>with two cells</td></tr></table>
<p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>`;
const MJML = `<mjml><mj-body background-color="#f4f4f4"><mj-section background-color="#ffffff">
<mj-column><mj-text font-size="16px">${WORDS}</mj-text></mj-column>
<mj-column><mj-button href="https://shop.example/">To the shop</mj-button></mj-column></mj-section></mj-body></mjml>`;

const ADDRESS = `12 St James’s Square\n${'Longwordtown'.repeat(8)}`;

const PLAIN = { subject: '', preHeader: '', html: '', text: '', design: 'plain', tracksClicks: true } as const;
const NOBODYS = { contact: {}, custom: {}, company: {}, business: { name: '', address: '' }, timezone: 'UTC' };

/** Returns the text and background colors of the first paragraph. A string, because the tests compile without DOM types. */
const COLORS_OF_TEXT = `(() => {
  const find = (node) => node.children.length === 0 && node.textContent.includes('Spring is here');
  const text = [...document.querySelectorAll('p, div')].find(find);
  let at = text;
  while (at && getComputedStyle(at).backgroundColor === 'rgba(0, 0, 0, 0)') at = at.parentElement;
  // A page without colors has those of the browser.
  if (!at) (at = text).style.background = 'Canvas';
  return [getComputedStyle(text).color, getComputedStyle(at).backgroundColor];
})()`;

/**
 * Emails without an opt-out link, to which the standard footer is added; whether their page gets dark in dark mode; null if it has no colors;
 * the width of their content; null for that of the screen.
 */
const FOOTED: readonly (readonly [
  what: string,
  design: DesignTemplate,
  body: string,
  isDarkToo: boolean | null,
  width: number | null,
])[] = [
  ['our frame', 'simple', `<p>${WORDS.repeat(3)}</p>`, true, 600],
  ['our frame with colors of the author', 'simple', `<p style="color:#222222">${WORDS.repeat(3)}</p>`, false, 600],
  ['no frame', 'plain', `<p>${WORDS.repeat(3)}</p>`, null, null],
  ['MJML', 'mjml', MJML, false, 600],
  ['wide MJML', 'mjml', MJML.replace('<mj-body', '<mj-body width="660px"'), false, 660],
  [
    'a table layout',
    'raw_html',
    `<body bgcolor="#eeeeee"><table width="100%"><tr><td align="center"><table width="560" bgcolor="#ffffff"><tr><td>${WORDS.repeat(3)}</td></tr></table></td></tr></table>`,
    false,
    560,
  ],
  [
    'a body of a light design',
    'raw_html',
    `<body bgcolor="#eeeeee"><table width="100%"><tr><td>${WORDS}</td></tr></table>`,
    false,
    null,
  ],
  [
    'a body that is dark in dark mode',
    'raw_html',
    `<head><meta name="color-scheme" content="light dark"><style>*{box-sizing:content-box}p,a,td{color:#111111!important}
@media (prefers-color-scheme: dark){body{background:#000000!important}p,a,td{color:#ffffff!important}}</style></head>
<body style="margin:0"><div style="max-width:600px;margin:0 auto"><p>${WORDS.repeat(3)}</p></div></body>`,
    true,
    600,
  ],
  [
    'a body that declares dark mode without rules for it',
    'raw_html',
    `<head><meta name="color-scheme" content="light dark"></head><body><p>${WORDS}</p></body>`,
    null,
    null,
  ],
  [
    'a body that is always dark',
    'raw_html',
    `<head><style>body{margin:0;background:#101010}p{color:#ffffff!important}</style></head><body><p>${WORDS}</p></body>`,
    false,
    null,
  ],
];

/** The place of the standard footer, and the text and background color of each of its texts. */
const FOOTER = `(() => {
  const texts = [...document.querySelectorAll('a')].filter((each) => each.textContent === 'Email preferences')
    .flatMap((link) => [link, link.closest('p'), link.closest('p').previousElementSibling]).filter(Boolean);
  let whole = texts[0];
  while (whole.parentElement !== document.body) whole = whole.parentElement;
  const { left, right, width } = whole.getBoundingClientRect();
  const groundOf = (node) => getComputedStyle(node).backgroundColor;
  const colors = texts.map((text) => {
    let at = text;
    while (at.parentElement && groundOf(at) === 'rgba(0, 0, 0, 0)') at = at.parentElement;
    return [getComputedStyle(text).color, groundOf(at)];
  });
  const { color, width: bodyWidth } = getComputedStyle(document.body);
  return { left, right, width, needed: whole.scrollWidth, colors, bodyColor: color, bodyWidth: parseFloat(bodyWidth) };
})()`;

const OWN = {
  unsubscribe_url: 'https://u',
  preferences_url: 'https://p',
  view_url: 'https://v',
  confirm_url: 'https://c',
};

function withFooter(design: DesignTemplate, html: string): string {
  const content = compileContent({ ...PLAIN, html, design, footer: { mode: 'auto', language: null } });
  const values = { ...NOBODYS, business: { name: 'The Shop', address: ADDRESS } };
  const links = { own: OWN, tracked: () => 'https://shop.example/', pixel: null, decoy: null };
  return new Renderer(content).render(values, links).html;
}

/** The place and background of the card of our frame. */
const CARD = `((card) => {
  const { left, right } = card.getBoundingClientRect();
  return [left, right, getComputedStyle(card).backgroundColor];
})(document.querySelector('.card'))`;

interface Footer {
  readonly left: number;
  readonly right: number;
  readonly width: number;
  readonly needed: number;
  readonly bodyColor: string;
  readonly bodyWidth: number;
  readonly colors: readonly (readonly [text: string, background: string])[];
}

/** Mail programs differ; a browser shows at least what the frames themselves do. */
describe('rendered emails', () => {
  let browser: Browser;
  let world: World;

  beforeAll(async () => {
    browser = await launchBrowser();
    world = await World.start({ worker: false });
  });

  async function rendered(
    design_template: string,
    email_body = design_template === 'mjml' ? MJML : BODY,
  ): Promise<string> {
    const { body } = await world.all
      .post('/templates/render')
      .send({ email_pre_header: 'Seen in lists only', email_body, design_template })
      .expect(200);
    return body.html;
  }

  it('keeps a white background if the author chose colors for a white page', async () => {
    const { page } = await openPage(browser, { colorScheme: 'dark' });
    await page.setContent(await rendered('simple', '<p style="color:#222">Spring is here</p>'));
    const [, ground] = await page.evaluate<[string, string]>(COLORS_OF_TEXT);
    expect(ground).toBe('rgb(255, 255, 255)');
  });

  it('show every link, read it aloud, and reach it by keyboard, except the decoy link, with and without styles', async () => {
    const html =
      '<style>a{display:inline-block!important;padding:20px}</style><a href="https://shop.example/">Shop</a>';
    const content = compileContent({ ...PLAIN, html });
    const links = {
      own: OWN,
      tracked: () => 'https://shop.example/',
      pixel: null,
      decoy: 'https://shop.example/decoy',
    };
    const { page } = await openPage(browser);
    await page.setContent(new Renderer(content).render(NOBODYS, links).html);
    const decoy = page.locator('a[href$=decoy]');
    expect(await decoy.count()).toBe(1);
    expect(await decoy.boundingBox()).toBeNull();
    expect(await page.getByRole('link').count()).toBe(1);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    expect(await page.evaluate<boolean>(`document.activeElement.matches('[href$=decoy]')`)).toBe(false);
    // Some mail programs remove unknown styles.
    await page.evaluate(`document.querySelectorAll('style').forEach((each) => each.remove())`);
    await page.evaluate(`document.querySelectorAll('[style]').forEach((each) => each.removeAttribute('style'))`);
    expect((await decoy.boundingBox())?.width ?? 0).toBe(0);
    expect(await page.getByRole('link').count()).toBe(1);
  });

  describe.each(FOOTED)('the standard footer in %s', (what, design, body, isDarkToo, contentWidth) => {
    it.each([
      [700, 'light'],
      [700, 'dark'],
      [390, 'light'],
      [390, 'dark'],
    ] as const)('at %d pixels, %s', async (width, colorScheme) => {
      const { page } = await openPage(browser, { viewport: { width, height: 500 }, colorScheme });
      await page.route('**/*', (route) => route.abort());
      await page.setContent(withFooter(design, body), { waitUntil: 'domcontentloaded' });
      await screenshot(page, `footer-${what.replaceAll(' ', '-')}-${width}-${colorScheme}`);
      const footer = await page.evaluate<Footer>(FOOTER);
      // The margins of a body without styles are part of the page.
      const widest = contentWidth === null ? footer.bodyWidth : Math.min(contentWidth, footer.bodyWidth);
      expect(footer.width).toBe(widest);
      expect(footer.needed).toBeLessThanOrEqual(footer.width);
      // In the middle, without reaching beyond the screen.
      expect(Math.abs(footer.left + footer.right - width)).toBeLessThanOrEqual(1);
      expect(footer.left).toBeGreaterThanOrEqual(0);
      for (const [text, background] of footer.colors) {
        if (isDarkToo === null) {
          expect([text, background]).toEqual([footer.bodyColor, 'rgba(0, 0, 0, 0)']);
          continue;
        }
        expect(contrast(text, background)).toBeGreaterThanOrEqual(7);
        expect(luminance(background) < 0.1).toBe(isDarkToo && colorScheme === 'dark');
      }
      if (design !== 'simple') return;
      const card = await page.evaluate<[number, number, string]>(CARD);
      expect([footer.left, footer.right, footer.colors[0]![1]]).toEqual(card);
    });
  });

  describe.each(['simple', 'plain', 'mjml'])('%s', (design) => {
    it.each([
      ['phone', 360, 'light'],
      ['desktop', 1100, 'light'],
      ['phone', 360, 'dark'],
    ] as const)('on a %s of %d pixels, %s', async (device, width, colorScheme) => {
      const { page } = await openPage(browser, { viewport: { width, height: 700 }, colorScheme });
      await page.route('**/*', (route) => route.abort());
      await page.setContent(await rendered(design), { waitUntil: 'domcontentloaded' });
      await screenshot(page, `mail-${design}-${device}-${colorScheme}`);
      expect(await page.getByText('Seen in lists only').isVisible()).toBe(false);
      // The hidden preheader takes no space, and long words do not exceed the frame.
      const paragraph = page.getByText('Spring is here').first();
      const box = await paragraph.boundingBox();
      expect(box!.y).toBeLessThan(200);
      if (design !== 'plain') expect(box!.x + box!.width).toBeLessThanOrEqual(width);
      const [ink, ground] = await page.evaluate<[string, string]>(COLORS_OF_TEXT);
      expect(contrast(ink, ground)).toBeGreaterThanOrEqual(7);
      await page.context().close();
    });
  });
});

/** WCAG 2, level AAA: small text needs a contrast of 7. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map((part) => {
    const share = Number(part) / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
