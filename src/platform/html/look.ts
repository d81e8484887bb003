import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Comments are for developers, not for the readers of pages. */
const beside = (name: string): string => readFileSync(join(__dirname, name), 'utf8').replaceAll(/\/\*.*?\*\/\s*/gs, '');

/** The custom properties of all pages, and the bar at their top. */
export const LOOK = beside('look.css');
/** The style sheet of pages that are not for recipients. */
export const PAGE_STYLE = `${LOOK}${beside('elements.css')}`;

type ColorName =
  | ('ground' | 'card' | 'soft' | 'line' | 'edge' | 'ink' | 'quiet' | 'accent' | 'accent-soft' | 'on-accent')
  | ('good' | 'good-soft' | 'busy' | 'busy-soft' | 'bad' | 'bad-soft');
export type Colors = Readonly<Record<ColorName, string>>;

const VALUES = [...LOOK.matchAll(/^ {2}--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/gm)];
const colorsAt = (group: 2 | 3): Colors =>
  Object.fromEntries(VALUES.map((value) => [value[1], value[group]])) as Record<ColorName, string>;

/** The colors as `#rrggbb`, for emails and pictures, which have no custom properties. */
export const COLORS = { light: colorsAt(2), dark: colorsAt(3) } as const;

/** The address of the icon; without one, browsers would request /favicon.ico. */
export const [, LOGO = ''] = /--logo: url\("([^"]+)"\)/.exec(LOOK) ?? [];
