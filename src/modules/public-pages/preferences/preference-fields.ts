import { type Html, html } from '../../../platform/html/html.js';
import type { OfferedField } from '../../contacts/preferences/contact-preferences.service.js';
import type { Texts } from '../../../languages/languages.js';
import { hiddenFields } from '../pages/public-page.js';
import { type FieldFault, type FormFaults, valueField } from './preference-form.js';

export const SHORT_TEXT = 190;
const [LINE, LONG_TEXT] = [2_048, 65_536];

/** Renders a public custom field as a control for its type, with its error. */
export function customField(field: OfferedField, texts: Texts, faults: FormFaults): Html {
  const name = valueField(field.id);
  const isMany = field.type === 'checkbox';
  const shown = hiddenFields({ shown_field: String(field.id), ...(isMany && { [`${name}_many`]: '1' }) });
  return fieldControl({ ...field, name }, texts, faults.get(name), html`${shown}`);
}

interface ControlledField extends Pick<OfferedField, 'label' | 'type' | 'options' | 'value'> {
  readonly name: string;
}

/** Renders a field as a control for its type, with its error. @param attributes of the input, if it is a single one. */
export function fieldControl(
  field: ControlledField,
  { preferences: words, faults: reasons }: Texts,
  fault: FieldFault | undefined,
  hidden: Html | null = null,
  attributes: Html | null = null,
): Html {
  const { name, type } = field;
  const value = typeof field.value === 'string' ? field.value : '';
  if (type === 'checkbox' || type === 'radio') {
    const chosen = [field.value ?? []].flat().filter((each) => each !== '');
    const choices = field.options.map((option) => choice(type, name, option, chosen.includes(option), option));
    return html`<fieldset class="field" ${fault === undefined ? null : html`aria-describedby="${name}_fault"`}>
      <legend>${field.label}</legend>
      ${hidden}${type === 'radio' ? noChoice(name, chosen, words) : null} ${choices} ${faultText(name, fault, reasons)}
    </fieldset>`;
  }
  return html`<div class="field">
    <label for="${name}">${field.label}</label>${hidden}
    ${valueInput(field, name, value, html`${attributes} ${faultMarks(name, fault)}`, words)}
    ${faultText(name, fault, reasons)}
  </div>`;
}

/** Renders the empty option: without it a choice could not be removed. */
function noChoice(name: string, chosen: readonly string[], words: Texts['preferences']): Html {
  return choice('radio', name, '', chosen.length === 0, words.noChoice);
}

function valueInput(
  { type, options }: ControlledField,
  name: string,
  value: string,
  marks: Html | null,
  words: Texts['preferences'],
): Html {
  const named = html`id="${name}" name="${name}" ${marks}`;
  switch (type) {
    case 'textarea':
      return html`<textarea ${named} rows="4" maxlength="${LONG_TEXT}">${value}</textarea>`;
    case 'select-one':
      return html`<select ${named}>
        ${['', ...options].map(
          (option) =>
            html`<option value="${option}" ${option === value ? html`selected` : null}>
              ${option === '' ? words.noChoice : option}
            </option>`,
        )}
      </select>`;
    case 'number':
      return html`<input type="text" inputmode="decimal" ${named} value="${value}" maxlength="${SHORT_TEXT}" />`;
    case 'date':
    case 'url':
    case 'email':
      return html`<input type="${type}" ${named} value="${value}" />`;
    default:
      return html`<input type="text" ${named} value="${value}" maxlength="${LINE}" />`;
  }
}

/** Renders a checkbox or radio button with its label. */
export function choice(
  type: 'checkbox' | 'radio',
  name: string,
  value: string,
  isChosen: boolean,
  label: Html | string,
): Html {
  const input = html`<input type="${type}" name="${name}" value="${value}" ${isChosen ? html`checked` : null} />`;
  return html`<label class="choice">${input}<span>${label}</span></label>`;
}

/** Returns the ARIA attributes of an invalid field, which refer to `faultText`. */
export const faultMarks = (field: string, fault: FieldFault | undefined): Html | null =>
  fault === undefined ? null : html`aria-invalid="true" aria-describedby="${field}_fault"`;

export const faultText = (field: string, fault: FieldFault | undefined, reasons: Texts['faults']): Html | null =>
  fault === undefined ? null : html`<p class="fault" id="${field}_fault">${reasons[fault]}</p>`;
