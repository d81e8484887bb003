import type { OptinLanguage } from '../../contacts/double-opt-in/contact-optin.entity.js';

export interface OptInText {
  readonly subject: string;
  readonly preHeader: string;
  readonly html: string;
}

/** Whoever fills in a form could put words of his own into a mail to anybody: what is known of the contact stays out. */
const letter = (parts: {
  readonly language: OptinLanguage;
  readonly greeting: string;
  readonly question: string;
  readonly button: string;
  readonly otherwise: string;
}): string =>
  `<div lang="${parts.language}">
<h1 style="font-size:22px;margin:0 0 16px">${parts.greeting}</h1>
<p>${parts.question}</p>
<p style="margin:28px 0"><a href="{{ confirm_url }}" style="border:2px solid;border-radius:8px;display:inline-block;font-weight:600;padding:12px 24px;text-align:center;text-decoration:none">${parts.button}</a></p>
<p>${parts.otherwise}</p>
<p style="font-size:14px;white-space:pre-line">{{ business.name }}
{{ business.address }}</p>
</div>`;

/** The mail that asks for a confirmation, where nobody has written a template for it. */
export const OPT_IN_TEXTS: Readonly<Record<OptinLanguage, OptInText>> = {
  en: {
    subject: 'Please confirm your subscription to {{ business.name }}',
    preHeader: 'One click, and the mails you asked for can begin.',
    html: letter({
      language: 'en',
      greeting: 'Was that you?',
      question:
        'Somebody, we hope you, asked for the mails of {{ business.name }} to be sent to this address. Please confirm it:',
      button: 'Yes, I want the mails',
      otherwise:
        'If it was not you, there is nothing to do: without your confirmation you get no mails. The link works for 30 days.',
    }),
  },
  de: {
    subject: 'Bitte bestätigen Sie Ihre Anmeldung bei {{ business.name }}',
    preHeader: 'Ein Klick, und die gewünschten Mails können kommen.',
    html: letter({
      language: 'de',
      greeting: 'Waren Sie das?',
      question:
        'Jemand, hoffentlich Sie selbst, möchte die Mails von {{ business.name }} an diese Adresse bekommen. Bitte bestätigen Sie das:',
      button: 'Ja, ich möchte die Mails',
      otherwise:
        'Wenn Sie es nicht waren, brauchen Sie nichts zu tun: Ohne Ihre Bestätigung bekommen Sie keine Mails. Der Link gilt 30 Tage.',
    }),
  },
  fr: {
    subject: 'Veuillez confirmer votre inscription auprès de {{ business.name }}',
    preHeader: 'Un clic, et les e-mails que vous avez demandés peuvent arriver.',
    html: letter({
      language: 'fr',
      greeting: 'Était-ce bien vous ?',
      question:
        'Quelqu’un, vous-même nous l’espérons, a demandé à recevoir les e-mails de {{ business.name }} à cette adresse. Veuillez le confirmer :',
      button: 'Oui, je le souhaite',
      otherwise:
        'Si ce n’était pas vous, vous n’avez rien à faire : sans votre confirmation, vous ne recevrez aucun e-mail. Le lien est valable 30 jours.',
    }),
  },
  es: {
    subject: 'Confirme su suscripción a {{ business.name }}',
    preHeader: 'Un clic y podrá recibir los correos que ha solicitado.',
    html: letter({
      language: 'es',
      greeting: '¿Ha sido usted?',
      question:
        'Alguien, esperamos que usted, ha pedido recibir los correos de {{ business.name }} en esta dirección. Por favor, confírmelo:',
      button: 'Sí, quiero recibir los correos',
      otherwise:
        'Si no ha sido usted, no tiene que hacer nada: sin su confirmación no recibirá ningún correo. El enlace es válido durante 30 días.',
    }),
  },
};
