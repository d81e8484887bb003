import type { Language } from '../../mail-content/links/page-language.js';
import { DE } from './page-texts.de.js';
import { EN } from './page-texts.en.js';
import { ES } from './page-texts.es.js';
import { FR } from './page-texts.fr.js';
import type { Texts } from './page-texts.js';

/** Everything that public pages say, by language. */
export const TEXTS: Readonly<Record<Language, Texts>> = { en: EN, de: DE, fr: FR, es: ES };
