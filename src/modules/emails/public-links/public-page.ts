import type { Request, Response } from 'express';
import { type Language, languageOf } from './page-language.js';

interface PageText {
  readonly title: string;
  readonly text: string;
  /** The label of the one button, where the page has one; it posts to the page's own address. */
  readonly button?: string;
}

/** Everything that the public pages say. */
const PAGES = {
  en: {
    confirm_opt_out: {
      title: 'Unsubscribe',
      text: 'Do you want to stop receiving these mails? One click and we will not write to you again.',
      button: 'Unsubscribe',
    },
    opted_out: {
      title: 'You are unsubscribed',
      text: 'We will not send you these mails any more. You can close this page.',
    },
    sample: {
      title: 'This was a test',
      text: 'The link is part of a test mail or a preview. In a real mail it would lead to the page of its reader; here it does nothing.',
    },
    unknown_link: {
      title: 'This link does not work',
      text: 'It may be incomplete. Please use the link in the mail as it is.',
    },
  },
  de: {
    confirm_opt_out: {
      title: 'Abmelden',
      text: 'Möchten Sie diese Mails nicht mehr bekommen? Ein Klick, und wir schreiben Ihnen nicht mehr.',
      button: 'Abmelden',
    },
    opted_out: {
      title: 'Sie sind abgemeldet',
      text: 'Wir schicken Ihnen diese Mails nicht mehr. Sie können diese Seite schließen.',
    },
    sample: {
      title: 'Das war ein Test',
      text: 'Der Link gehört zu einer Testmail oder Vorschau. In einer echten Mail führt er zur Seite des Empfängers; hier tut er nichts.',
    },
    unknown_link: {
      title: 'Dieser Link funktioniert nicht',
      text: 'Vielleicht ist er unvollständig. Bitte benutzen Sie den Link so, wie er in der Mail steht.',
    },
  },
  fr: {
    confirm_opt_out: {
      title: 'Se désabonner',
      text: 'Voulez-vous ne plus recevoir ces e-mails ? Un clic, et nous ne vous écrirons plus.',
      button: 'Se désabonner',
    },
    opted_out: {
      title: 'Vous êtes désabonné',
      text: 'Nous ne vous enverrons plus ces e-mails. Vous pouvez fermer cette page.',
    },
    sample: {
      title: 'C’était un test',
      text: 'Ce lien fait partie d’un e-mail de test ou d’un aperçu. Dans un vrai e-mail, il mène à la page de son lecteur ; ici, il ne fait rien.',
    },
    unknown_link: {
      title: 'Ce lien ne fonctionne pas',
      text: 'Il est peut-être incomplet. Veuillez utiliser le lien tel qu’il figure dans l’e-mail.',
    },
  },
  es: {
    confirm_opt_out: {
      title: 'Darse de baja',
      text: '¿Quiere dejar de recibir estos correos? Un clic y no volveremos a escribirle.',
      button: 'Darse de baja',
    },
    opted_out: {
      title: 'Se ha dado de baja',
      text: 'Ya no le enviaremos estos correos. Puede cerrar esta página.',
    },
    sample: {
      title: 'Esto era una prueba',
      text: 'El enlace pertenece a un correo de prueba o a una vista previa. En un correo real lleva a la página de su lector; aquí no hace nada.',
    },
    unknown_link: {
      title: 'Este enlace no funciona',
      text: 'Puede que esté incompleto. Use el enlace tal como aparece en el correo.',
    },
  },
} satisfies Record<Language, Record<string, PageText>>;

export type PublicPageName = keyof (typeof PAGES)['en'];

const STYLE = `:root{color-scheme:light dark;--ground:#f6f6f7;--card:#fff;--ink:#1c1e21;--quiet:#4a4f57;--accent:#0b57a4;--on-accent:#fff}
@media (prefers-color-scheme:dark){:root{--ground:#15171a;--card:#1f2226;--ink:#f1f2f4;--quiet:#b9bec6;--accent:#8ec5ff;--on-accent:#10202f}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px;background:var(--ground);color:var(--ink);font:17px/1.6 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{width:100%;max-width:30rem;padding:2rem;background:var(--card);border-radius:14px;box-shadow:0 1px 3px rgb(0 0 0/.12)}
h1{margin:0 0 .5rem;font-size:1.5rem;line-height:1.25}
p{margin:0 0 1.5rem;color:var(--quiet)}
p:last-child{margin:0}
button{width:100%;padding:.85rem 1.25rem;border:0;border-radius:10px;background:var(--accent);color:var(--on-accent);font:inherit;font-weight:600;cursor:pointer}
button:focus-visible{outline:3px solid var(--ink);outline-offset:3px}`;

/** Small pages that need no script, no cookie and nothing from elsewhere, in the language of the reader. */
export function publicPage(request: Request, response: Response, status: number, name: PublicPageName): void {
  const language = languageOf(request.get('accept-language'));
  const { title, text, button }: PageText = PAGES[language][name];
  const form = button === undefined ? '' : `<form method="post"><button type="submit">${button}</button></form>`;
  response
    .status(status)
    .set({
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store, private',
      'Content-Security-Policy':
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
      'Referrer-Policy': 'no-referrer',
      'X-Robots-Tag': 'noindex',
      'Content-Language': language,
      Vary: 'Accept-Language',
    })
    .send(
      `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
        `<title>${title}</title><style>${STYLE}</style></head><body><main><h1>${title}</h1><p>${text}</p>${form}</main></body></html>`,
    );
}
