import { EN } from '../../../languages/en.js';
import type { Texts } from '../../../languages/languages.js';

export type PublicPageName = keyof Texts['pages'];

type OptOutReason = keyof Texts['optOut']['reasons'];
export const OPT_OUT_REASONS = Object.keys(EN.optOut.reasons) as OptOutReason[];

export type FieldFault = keyof Texts['faults'];
