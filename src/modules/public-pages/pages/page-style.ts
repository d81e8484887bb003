import { contrast, readableOn } from '../../../platform/html/contrast.js';
import { COLORS, type Colors, LOOK } from '../../../platform/html/look.js';

const variables = (colors: Colors): string =>
  Object.entries(colors)
    .map(([name, color]) => `--${name}:${color}`)
    .join(';');

/** @param color accent color of the business, which is made darker or lighter until it is readable; null for ours. */
export function colorsOf(scheme: keyof typeof COLORS, color: string | null): Colors {
  const colors = COLORS[scheme];
  if (color === null) return colors;
  const accent = readableOn([colors.card, colors.ground], color, scheme === 'light' ? 'black' : 'white');
  const [onAccent = '#000000'] = [COLORS.light['on-accent'], COLORS.dark['on-accent']].filter(
    (text) => contrast(text, accent) >= 4.5,
  );
  return { ...colors, accent, 'on-accent': onAccent };
}

/**
 * The style sheet of all public pages: one column, controls at least 44 pixels high. Old browsers of readers do not know `light-dark()`.
 * @param color see `colorsOf`.
 */
export const styleOf = (color: string | null): string => `${LOOK}
:root{${variables(colorsOf('light', color))}}
@media (prefers-color-scheme:dark){:root{${variables(colorsOf('dark', color))}}.logo{padding:.5rem .75rem;border-radius:10px;background:#fff}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:flex;flex-direction:column;align-items:center;justify-content:center;gap:1.25rem;padding:1.5rem 1rem;background:var(--ground);color:var(--ink);font:1.0625rem/1.55 var(--font)}
img.logo{max-width:min(100%,16rem);max-height:4.5rem;object-fit:contain}
main{width:100%;max-width:33rem;padding:2rem;background:var(--card);border-radius:16px;box-shadow:0 1px 2px rgb(0 0 0/.08),0 8px 24px rgb(0 0 0/.06)}
h1,h2,p,legend,label,footer{overflow-wrap:anywhere}
h1{margin:0 0 .5rem;font-size:1.6rem;line-height:1.2;letter-spacing:-.01em}
h2{margin:0 0 .25rem;font-size:1.15rem;line-height:1.3}
p{margin:0 0 1.5rem;color:var(--quiet)}
p:last-child{margin-bottom:0}
a{color:var(--accent);text-underline-offset:.2em}
p.address{margin:-1rem 0 1.5rem}
.more{display:inline-flex;align-items:center;min-height:44px}
form+.more,p+.more{margin-top:.75rem}
p+.more{margin-top:0}
fieldset{margin:0 0 1.75rem;padding:0;border:0;min-width:0}
legend{padding:0;margin-bottom:.6rem;font-weight:600}
.choice{display:flex;gap:.75rem;align-items:flex-start;min-height:44px;padding:.55rem 0;cursor:pointer}
.choice input{flex:none;width:1.35rem;height:1.35rem;margin:.1rem 0 0;accent-color:var(--accent);cursor:pointer}
.choice small{display:block;color:var(--quiet);font-size:.9375rem;line-height:1.4}
.field{margin-bottom:1rem}
.field>label:not(.choice),.field>legend{display:block;margin-bottom:.25rem;font-weight:500}
.field.inner{margin:0 0 0 2.1rem}
fieldset.field legend{font-weight:500}
input[type=text],input[type=email],input[type=url],input[type=date],select,textarea{width:100%;min-height:48px;padding:.6rem .75rem;border:1px solid var(--edge);border-radius:10px;background:var(--card);color:var(--ink);font:inherit}
textarea{min-height:6rem;resize:vertical}
input[aria-invalid=true],select[aria-invalid=true],textarea[aria-invalid=true]{border:2px solid var(--bad)}
.fault{margin:.3rem 0 0;color:var(--bad);font-size:.9375rem;font-weight:500}
summary{display:flex;align-items:center;gap:.5rem;min-height:44px;margin-bottom:.75rem;color:var(--accent);font-weight:500;cursor:pointer}
summary::before{content:"";width:.5rem;height:.5rem;border:solid currentColor;border-width:0 2px 2px 0;transform:rotate(-45deg);margin:0 .2rem}
[open]>summary::before{transform:rotate(45deg)}
summary::-webkit-details-marker{display:none}
button{width:100%;min-height:48px;padding:.75rem 1.25rem;border:2px solid var(--accent);border-radius:10px;background:var(--accent);color:var(--on-accent);font:inherit;font-weight:600;cursor:pointer}
button.second{background:transparent;color:var(--accent)}
:focus-visible{outline:3px solid var(--accent);outline-offset:3px}
button:focus-visible{outline-color:var(--ink)}
.said{margin:0 0 1.5rem;padding:.75rem 1rem;border-radius:10px;font-weight:500;background:var(--good-soft);color:var(--good)}
.said.bad{background:var(--bad-soft);color:var(--bad)}
.part{margin-top:1.75rem;padding-top:1.75rem;border-top:1px solid var(--line)}
.part p{margin-bottom:1rem}
.part.first{margin:0 0 1.75rem;padding:0 0 1.75rem;border:0;border-bottom:1px solid var(--line)}
footer{max-width:33rem;padding:0 1rem;text-align:center;color:var(--quiet);font-size:.9375rem;white-space:pre-line}
@media (max-width:30rem){main{padding:1.5rem 1.25rem}}`;
