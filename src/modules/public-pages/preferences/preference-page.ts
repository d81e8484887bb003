import { DateTime } from 'luxon';
import { type Html, html } from '../../../platform/html/html.js';
import type { Preferences } from '../../contacts/preferences/contact-preferences.service.js';
import { type Language, type Texts, TEXTS } from '../../../languages/languages.js';
import { hiddenFields, maskedAddress, type PublicPage } from '../pages/public-page.js';
import { choice, customField, faultMarks, faultText, SHORT_TEXT } from './preference-fields.js';
import { type FormFaults, listField, type Pause, pauseDays, TRACKING_CHOICES } from './preference-form.js';

type PreferenceNotice = 'saved' | 'faulty' | 'confirmationSent';

export interface PreferencePage {
  readonly preferences: Preferences;
  readonly language: Language;
  readonly now: Date;
  readonly zone: string;
  readonly notice: PreferenceNotice | null;
  readonly faults: FormFaults;
  /** Entered choices of a form that is shown again. */
  readonly entered?: { readonly pause: string | null; readonly day: string };
}

export function preferencePage(page: PreferencePage): Omit<PublicPage, 'status'> {
  const { preferences, language, notice } = page;
  const { preferences: words } = TEXTS[language];
  const { status } = preferences;
  return {
    title: notice === null ? words.title : `${words[notice]} – ${words.title}`,
    content: html`<h1>${words.title}</h1>
      <p>${words.of} ${maskedAddress(preferences.email)}</p>
      ${noticeBox(words, notice)} ${statusSection(words, preferences, notice)}
      <form method="post">
        ${listChoices(words, preferences)} ${status === 'subscribed' ? pauseChoices(page) : null}
        ${trackingChoices(page)} ${aboutYou(page)}
        <button type="submit" name="action" value="save">${words.save}</button>
      </form>
      ${status === 'subscribed' || status === 'pending' ? leaving(words) : null}`,
  };
}

function noticeBox(words: Texts['preferences'], notice: PreferenceNotice | null): Html | null {
  if (notice === null) return null;
  return notice === 'faulty'
    ? html`<p class="said bad" role="alert">${words.faulty}</p>`
    : html`<p class="said" role="status">${words[notice]}</p>`;
}

/** Renders a notice for contacts who are not subscribed. */
function statusSection(
  words: Texts['preferences'],
  { status }: Preferences,
  notice: PreferenceNotice | null,
): Html | null {
  switch (status) {
    case 'subscribed':
      return null;
    case 'complained':
      return part(words.complainedTitle, words.complainedText, null);
    case 'pending':
      // The confirmation message was just shown.
      return notice === 'confirmationSent' ? null : part(words.pendingTitle, words.pendingText, words.sendAgain);
    case 'unsubscribed':
    case 'bounced':
      return part(words.unsubscribedTitle, words.unsubscribedText, words.subscribeAgain);
  }
}

function part(title: string, text: string, button: string | null): Html {
  return html`<section class="part first">
    <h2>${title}</h2>
    <p>${text}</p>
    ${
      button === null
        ? null
        : html`<form method="post"><button type="submit" name="action" value="subscribe">${button}</button></form>`
    }
  </section>`;
}

function leaving(words: Texts['preferences']): Html {
  return html`<section class="part">
    <h2>${words.leaveTitle}</h2>
    <p>${words.leaveText}</p>
    <form method="post"><button class="second" type="submit" name="action" value="leave">${words.leave}</button></form>
  </section>`;
}

function listChoices(words: Texts['preferences'], { lists }: Preferences): Html | null {
  if (lists.length === 0) return null;
  return html`<fieldset>
    <legend>${words.listsLegend}</legend>
    ${lists.map(
      ({ id, title, description, isMember, isPending }) =>
        html`${hiddenFields({ shown_list: String(id) })}${choice(
          ...(['checkbox', listField(id), '1', isMember || isPending] as const),
          html`${title}${description === null || description === '' ? null : html`<small>${description}</small>`}${isPending ? html`<small>${words.pendingTitle}</small>` : null}`,
        )}`,
    )}
  </fieldset>`;
}

function pauseChoices({ preferences, language, now, zone, faults, entered }: PreferencePage): Html {
  const { preferences: words, faults: reasons } = TEXTS[language];
  const { pausedUntil } = preferences;
  const isPaused = pausedUntil !== null && pausedUntil > now;
  const chosen = entered?.pause ?? (isPaused ? 'keep' : 'none');
  const option = (pause: Pause, label: string): Html => choice('radio', 'pause', pause, chosen === pause, label);
  const { first, last } = pauseDays(now, zone);
  const fault = faults.get('pause_day');
  return html`<fieldset>
    <legend>${words.pauseLegend}</legend>
    ${option('none', words.notPaused)}
    ${isPaused ? option('keep', words.pausedUntil(longDay(pausedUntil, language, zone))) : null}
    ${option('week', words.oneWeek)} ${option('month', words.oneMonth)} ${option('quarter', words.threeMonths)}
    ${option('day', words.untilDay)}
    <div class="field inner">
      <label for="pause_day">${words.day}</label>
      <input
        type="date"
        id="pause_day"
        name="pause_day"
        min="${first}"
        max="${last}"
        value="${entered?.day ?? ''}"
        ${faultMarks('pause_day', fault)}
      />
      ${faultText('pause_day', fault, reasons)}
    </div>
  </fieldset>`;
}

/** Without a choice, none is selected: silence is no consent. */
function trackingChoices({ preferences: { trackingConsent }, language, faults }: PreferencePage): Html {
  const { preferences: words, faults: reasons } = TEXTS[language];
  const labels = { granted: words.trackingGranted, denied: words.trackingDenied };
  return html`<fieldset>
    <legend>${words.trackingLegend}</legend>
    ${TRACKING_CHOICES.map((each) => choice('radio', 'tracking_consent', each, trackingConsent === each, labels[each]))}
    ${choice('checkbox', 'forget_tracking', '1', false, words.forgetTracking)}
    ${faultText('forget_tracking', faults.get('forget_tracking'), reasons)}
  </fieldset>`;
}

function aboutYou({ preferences, language, faults }: PreferencePage): Html {
  const texts = TEXTS[language];
  const { preferences: words } = texts;
  const name = (field: string, label: string, value: string | null, autocomplete: string): Html =>
    html`<div class="field">
      <label for="${field}">${label}</label>
      <input
        type="text"
        id="${field}"
        name="${field}"
        value="${value ?? ''}"
        maxlength="${SHORT_TEXT}"
        autocomplete="${autocomplete}"
        ${faultMarks(field, faults.get(field))}
      />
      ${faultText(field, faults.get(field), texts.faults)}
    </div>`;
  return html`<fieldset>
    <legend>${words.youLegend}</legend>
    ${name('first_name', words.firstName, preferences.firstName, 'given-name')}
    ${name('last_name', words.lastName, preferences.lastName, 'family-name')}
    ${preferences.fields.map((field) => customField(field, texts, faults))}
  </fieldset>`;
}

function longDay(moment: Date, language: Language, zone: string): string {
  return DateTime.fromJSDate(moment, { zone }).setLocale(TEXTS[language].locale).toLocaleString(DateTime.DATE_FULL);
}
