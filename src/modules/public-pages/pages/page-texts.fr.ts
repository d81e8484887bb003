import type { Texts } from './page-texts.en.js';

export const FR: Texts = {
  pages: {
    confirm_opt_out: {
      title: 'Se désabonner',
      text: 'Voulez-vous ne plus recevoir ces e-mails ? Un clic, et nous ne vous écrirons plus.',
      button: 'Se désabonner',
    },
    opted_out: {
      title: 'Votre désabonnement est enregistré',
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
    confirm_opt_in: {
      title: 'Confirmer votre inscription',
      text: 'Souhaitez-vous recevoir nos e-mails ? Un clic, et vous êtes inscrit.',
      button: 'Oui, je souhaite les recevoir',
    },
    opted_in: {
      title: 'Bienvenue !',
      text: 'Vous êtes maintenant inscrit. Chaque e-mail contient un lien pour vous désabonner. Vous pouvez fermer cette page.',
    },
    opt_in_over: {
      title: 'Ce lien est trop ancien',
      text: 'Il a expiré, ou nous vous en avons envoyé un plus récent. Nous pouvons vous envoyer tout de suite un nouvel e-mail.',
      button: 'M’envoyer un nouvel e-mail',
    },
    opt_in_unwanted: {
      title: 'Ce lien n’est plus valable',
      text: 'Il n’y a plus rien à confirmer ici : vous vous êtes désabonné depuis, ou l’inscription a été supprimée.',
    },
    opt_in_asked_again: {
      title: 'Veuillez consulter votre messagerie',
      text: 'Un e-mail avec un nouveau lien est en route. Cela peut prendre quelques minutes ; regardez aussi dans les indésirables.',
    },
    gone: {
      title: 'Il n’y a plus rien ici',
      text: 'Ce à quoi ce lien menait a été supprimé. Vous n’avez rien à faire.',
    },
    decoy: {
      title: 'Il n’y a rien ici',
      text: 'Ce lien n’est pas destiné aux lecteurs. Si vous venez d’un de nos e-mails : rien ne s’est passé.',
    },
    try_again: {
      title: 'Veuillez réessayer dans un instant',
      text: 'C’est impossible pour le moment, et rien n’a été modifié. Cela devrait marcher d’ici une minute ou deux.',
    },
    failed: {
      title: 'Cela n’a pas marché',
      text: 'Rien n’a été modifié. Veuillez revenir en arrière et réessayer.',
    },
    ask_for_link: {
      title: 'Vos préférences',
      text: 'Saisissez votre adresse, et nous vous enverrons le lien vers la page où vous choisissez les e-mails que vous recevez.',
      button: 'M’envoyer le lien',
    },
    link_on_its_way: {
      title: 'Veuillez consulter votre messagerie',
      text: 'Si nous connaissons cette adresse, un e-mail avec votre lien est en route. Nous l’envoyons une fois par heure au plus.',
    },
  },
  optOut: {
    whyLegend: 'Voulez-vous nous dire pourquoi ?',
    reasons: {
      'too many mails': 'Je reçois trop d’e-mails',
      'not interesting': 'Les e-mails ne m’intéressent pas',
      'never signed up': 'Je ne me suis jamais abonné(e)',
      'something else': 'Autre chose',
    },
    ownWords: 'Avec vos propres mots',
    fewerEmails: 'Plutôt moins d’e-mails ? Choisissez ce que vous recevez',
    backAgain: 'C’était une erreur ? Accéder à vos préférences',
  },
  preferences: {
    title: 'Vos e-mails',
    of: 'Préférences de',
    saved: 'Vos préférences sont enregistrées.',
    faulty: 'Rien n’est encore enregistré. Veuillez vérifier les champs signalés ci-dessous.',
    listsLegend: 'Que souhaitez-vous recevoir ?',
    pauseLegend: 'Souhaitez-vous faire une pause ?',
    notPaused: 'Non, continuez à m’écrire',
    pausedUntil: (day) => `Oui, jusqu’au ${day}, comme maintenant`,
    oneWeek: 'Oui, pendant une semaine',
    oneMonth: 'Oui, pendant un mois',
    threeMonths: 'Oui, pendant trois mois',
    untilDay: 'Oui, jusqu’au jour de mon choix',
    day: 'Jour',
    youLegend: 'À propos de vous',
    firstName: 'Prénom',
    lastName: 'Nom',
    noChoice: 'Aucun choix',
    save: 'Enregistrer',
    leaveTitle: 'Plus aucun e-mail',
    leaveText: 'Nous ne vous écrirons plus, quels que soient les choix ci-dessus.',
    leave: 'Se désabonner de tout',
    unsubscribedTitle: 'Vous ne recevez plus nos e-mails',
    unsubscribedText: 'Nous ne vous envoyons rien. Souhaitez-vous recevoir de nouveau nos e-mails ?',
    subscribeAgain: 'S’abonner de nouveau',
    pendingTitle: 'Veuillez confirmer votre abonnement',
    pendingText:
      'Nous vous avons envoyé un e-mail avec un lien. Tant que vous ne l’avez pas suivi, nous ne vous envoyons rien d’autre.',
    sendAgain: 'Renvoyer l’e-mail',
    confirmationSent:
      'Nous vous envoyons un e-mail. Veuillez confirmer par le lien qu’il contient que vous souhaitez nos e-mails.',
    complainedTitle: 'Nous ne vous écrivons pas',
    complainedText:
      'Vous avez signalé un de nos e-mails comme indésirable ; vous n’en recevez donc plus de notre part.',
  },
  faults: {
    too_long: 'C’est trop long.',
    number: 'Veuillez saisir un nombre.',
    date: 'Veuillez saisir une date.',
    url: 'Veuillez saisir une adresse web qui commence par https://',
    email: 'Veuillez saisir une adresse e-mail.',
    option: 'Veuillez choisir une des options.',
    pause_date: 'Veuillez choisir un jour dans l’année qui vient.',
  },
  address: 'Votre adresse e-mail',
};
