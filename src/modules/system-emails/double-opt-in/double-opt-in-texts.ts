import type { DoubleOptInLanguage } from '../../contacts/consent/double-opt-in-request.entity.js';

export interface DoubleOptInText {
  readonly subject: string;
  readonly preHeader: string;
  readonly html: string;
}

/** Contains no contact data: a form could be used to send foreign text to any address. */
const letter = (parts: {
  readonly language: DoubleOptInLanguage;
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

/** The double opt-in email without a template of the manager. */
export const DOUBLE_OPT_IN_TEXTS: Readonly<Record<DoubleOptInLanguage, DoubleOptInText>> = {
  en: {
    subject: 'Please confirm your subscription to {{ business.name }}',
    preHeader: 'Please confirm that you want to receive our emails.',
    html: letter({
      language: 'en',
      greeting: 'Confirm your subscription',
      question:
        'This address was entered to subscribe to emails from {{ business.name }}. If it was you, please confirm your subscription:',
      button: 'Confirm subscription',
      otherwise:
        'If it was not you, you do not need to do anything: without your confirmation you will not receive any emails. The link is valid for 30 days.',
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
