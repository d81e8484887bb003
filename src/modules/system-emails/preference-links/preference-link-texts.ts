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
<p style="font-size:14px;white-space:pre-line">{{ business.name }}
{{ business.address }}</p>`;

/** The email with the link to the preference center. */
export const PREFERENCE_LINK_TEXTS: Readonly<Record<Language, PreferenceLinkText>> = {
  en: {
    subject: 'Your link to your preferences at {{ business.name }}',
    preHeader: 'Choose which emails you receive.',
    html: letter({
      greeting: 'Your preferences',
      text: 'You requested the link to the page where you choose which emails you receive from {{ business.name }}. Here it is:',
      button: 'Open your preferences',
      otherwise:
        'If it was not you, you do not need to do anything. Please do not share this link: it is for you only.',
    }),
  },
  de: {
    subject: 'Ihr Link zu Ihren Einstellungen bei {{ business.name }}',
    preHeader: 'Wählen Sie, welche Mails Sie bekommen.',
    html: letter({
      greeting: 'Ihre Einstellungen',
      text: 'Sie haben den Link zu der Seite angefordert, auf der Sie wählen, welche Mails von {{ business.name }} Sie bekommen. Hier ist er:',
      button: 'Zu Ihren Einstellungen',
      otherwise:
        'Wenn Sie es nicht waren, brauchen Sie nichts zu tun. Bitte geben Sie den Link nicht weiter: Er ist nur für Sie.',
    }),
  },
  fr: {
    subject: 'Votre lien vers vos préférences chez {{ business.name }}',
    preHeader: 'Choisissez les e-mails que vous recevez.',
    html: letter({
      greeting: 'Vos préférences',
      text: 'Vous avez demandé le lien vers la page où vous choisissez les e-mails de {{ business.name }} que vous recevez. Le voici :',
      button: 'Accéder à vos préférences',
      otherwise:
        'Si ce n’était pas vous, vous n’avez rien à faire. Veuillez ne pas transmettre ce lien : il n’est destiné qu’à vous.',
    }),
  },
  es: {
    subject: 'Su enlace a sus preferencias en {{ business.name }}',
    preHeader: 'Elija qué correos recibe.',
    html: letter({
      greeting: 'Sus preferencias',
      text: 'Ha solicitado el enlace a la página donde elige qué correos de {{ business.name }} recibe. Aquí lo tiene:',
      button: 'Ir a sus preferencias',
      otherwise: 'Si no ha sido usted, no tiene que hacer nada. No comparta este enlace: es solo para usted.',
    }),
  },
};
