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
<p style="font-size:14px;white-space:pre-line">{{ business.name }}<br>{{ business.address }}</p>
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
        'This address was entered to subscribe to emails from {{ business.name }}. If this was you, please confirm your subscription:',
      button: 'Confirm subscription',
      otherwise:
        'If this was not you, you can ignore this email: without your confirmation, you will not receive any emails. The link is valid for 30 days.',
    }),
  },
  de: {
    subject: 'Bitte bestätigen Sie Ihre Anmeldung bei {{ business.name }}',
    preHeader: 'Bitte bestätigen Sie, dass Sie unsere E-Mails erhalten möchten.',
    html: letter({
      language: 'de',
      greeting: 'Bestätigen Sie Ihre Anmeldung',
      question:
        'Diese Adresse wurde für die E-Mails von {{ business.name }} angemeldet. Wenn Sie das waren, bestätigen Sie bitte Ihre Anmeldung:',
      button: 'Anmeldung bestätigen',
      otherwise:
        'Wenn Sie das nicht waren, können Sie diese E-Mail ignorieren: Ohne Ihre Bestätigung erhalten Sie keine E-Mails. Der Link ist 30 Tage gültig.',
    }),
  },
  fr: {
    subject: 'Veuillez confirmer votre inscription chez {{ business.name }}',
    preHeader: 'Veuillez confirmer que vous souhaitez recevoir nos e-mails.',
    html: letter({
      language: 'fr',
      greeting: 'Confirmez votre inscription',
      question:
        'Cette adresse a été saisie pour recevoir les e-mails envoyés par {{ business.name }}. Si vous êtes à l’origine de cette demande, veuillez confirmer votre inscription :',
      button: 'Confirmer l’inscription',
      otherwise:
        'Si vous n’êtes pas à l’origine de cette demande, vous pouvez ignorer cet e-mail : sans votre confirmation, vous ne recevrez aucun e-mail. Le lien est valable 30 jours.',
    }),
  },
  es: {
    subject: 'Confirme su suscripción a {{ business.name }}',
    preHeader: 'Confirme que desea recibir nuestros correos.',
    html: letter({
      language: 'es',
      greeting: 'Confirme su suscripción',
      question:
        'Se ha indicado esta dirección para recibir los correos de {{ business.name }}. Si ha sido usted, confirme su suscripción:',
      button: 'Confirmar la suscripción',
      otherwise:
        'Si no ha sido usted, puede ignorar este correo: sin su confirmación no recibirá ningún correo. El enlace es válido durante 30 días.',
    }),
  },
};
