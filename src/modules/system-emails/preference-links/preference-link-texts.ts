import type { Language } from '../../mail-content/links/page-language.js';

export interface PreferenceLinkText {
  readonly subject: string;
  readonly preHeader: string;
  readonly html: string;
}

/** Contains no data of the requester: anyone can request it for any address. */
const letter = (parts: {
  readonly greeting: string;
  readonly text: string;
  readonly button: string;
  readonly otherwise: string;
}): string =>
  `<h1 style="font-size:22px;margin:0 0 16px">${parts.greeting}</h1>
<p>${parts.text}</p>
<p style="margin:28px 0"><a href="{{ preferences_url }}" style="border:2px solid;border-radius:8px;display:inline-block;font-weight:600;padding:12px 24px;text-decoration:none">${parts.button}</a></p>
<p>${parts.otherwise}</p>
<p style="font-size:14px;white-space:pre-line">{{ business.name }}<br>{{ business.address }}</p>`;

/** The email with the link to the preference center. */
export const PREFERENCE_LINK_TEXTS: Readonly<Record<Language, PreferenceLinkText>> = {
  en: {
    subject: 'Your link to your preferences at {{ business.name }}',
    preHeader: 'Choose which emails you receive.',
    html: letter({
      greeting: 'Your preferences',
      text: 'You requested the link to the page where you choose which emails you receive from {{ business.name }}. Here it is:',
      button: 'Open your preferences',
      otherwise: 'If this was not you, you can ignore this email. Please do not share this link: it is for you only.',
    }),
  },
  de: {
    subject: 'Ihr Link zu Ihren Einstellungen bei {{ business.name }}',
    preHeader: 'Wählen Sie aus, welche E-Mails Sie erhalten.',
    html: letter({
      greeting: 'Ihre Einstellungen',
      text: 'Sie haben den Link zu der Seite angefordert, auf der Sie auswählen, welche E-Mails Sie von {{ business.name }} erhalten. Hier ist er:',
      button: 'Einstellungen öffnen',
      otherwise:
        'Wenn Sie das nicht waren, können Sie diese E-Mail ignorieren. Bitte geben Sie diesen Link nicht weiter: Er ist nur für Sie bestimmt.',
    }),
  },
  fr: {
    subject: 'Le lien vers vos préférences chez {{ business.name }}',
    preHeader: 'Choisissez les e-mails que vous recevez.',
    html: letter({
      greeting: 'Vos préférences',
      text: 'Vous avez demandé le lien vers la page où vous choisissez les e-mails que {{ business.name }} vous envoie. Le voici :',
      button: 'Ouvrir vos préférences',
      otherwise:
        'Si vous n’êtes pas à l’origine de cette demande, vous pouvez ignorer cet e-mail. Veuillez ne pas partager ce lien : il vous est réservé.',
    }),
  },
  es: {
    subject: 'El enlace a sus preferencias en {{ business.name }}',
    preHeader: 'Elija qué correos recibe.',
    html: letter({
      greeting: 'Sus preferencias',
      text: 'Ha solicitado el enlace a la página donde elige qué correos recibe de {{ business.name }}. Aquí lo tiene:',
      button: 'Abrir sus preferencias',
      otherwise: 'Si no ha sido usted, puede ignorar este correo. No comparta este enlace: es solo para usted.',
    }),
  },
};
