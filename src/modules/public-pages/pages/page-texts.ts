import type { Language } from '../../mail-content/links/page-language.js';
import { DE } from './page-texts.de.js';
import { EN, type Texts } from './page-texts.en.js';
import { ES } from './page-texts.es.js';
import { FR } from './page-texts.fr.js';

export type { Texts };

export const TEXTS: Readonly<Record<Language, Texts>> = { en: EN, de: DE, fr: FR, es: ES };

export type PublicPageName = keyof Texts['pages'];

type OptOutReason = keyof Texts['optOut']['reasons'];
export const OPT_OUT_REASONS = Object.keys(EN.optOut.reasons) as OptOutReason[];

export type FieldFault = keyof Texts['faults'];
