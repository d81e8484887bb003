import type { Texts } from './en.js';

export const FR: Texts = {
  pages: {
    confirm_opt_out: {
      title: 'Se désabonner',
      text: 'Souhaitez-vous ne plus recevoir ces e-mails ? Cliquez sur le bouton, et nous ne vous écrirons plus.',
      button: 'Se désabonner',
    },
    opted_out: {
      title: 'Désabonnement effectué',
      text: 'Vous ne recevrez plus ces e-mails. Vous pouvez fermer cette page.',
    },
    stop_report: { title: 'Arrêter ce rapport', text: 'Ne plus recevoir ce rapport ?', button: 'Arrêter' },
    sample: {
      title: 'C’était un test',
      text: 'Ce lien fait partie d’un e-mail de test ou d’un aperçu. Dans un véritable e-mail, il ouvre la page personnelle de chaque destinataire ; ici, il est sans effet.',
    },
    unknown_link: {
      title: 'Ce lien ne fonctionne pas',
      text: 'Il est peut-être incomplet. Veuillez utiliser le lien exactement tel qu’il figure dans l’e-mail.',
    },
    confirm_opt_in: {
      title: 'Confirmez votre inscription',
      text: 'Souhaitez-vous recevoir nos e-mails ? Cliquez sur le bouton pour vous inscrire.',
      button: 'Confirmer l’inscription',
    },
    opted_in: {
      title: 'Bienvenue !',
      text: 'Votre inscription est confirmée. Chaque e-mail contient un lien de désabonnement. Vous pouvez fermer cette page.',
    },
    opt_in_over: {
      title: 'Ce lien a expiré',
      text: 'Il est trop ancien, ou nous vous en avons envoyé un plus récent. Nous pouvons vous envoyer un nouvel e-mail dès maintenant.',
      button: 'Recevoir un nouvel e-mail',
    },
    opt_in_unwanted: {
      title: 'Ce lien n’est plus valable',
      text: 'Il n’y a plus rien à confirmer : votre désabonnement a été enregistré entre-temps, ou l’inscription a été supprimée.',
    },
    opt_in_asked_again: {
      title: 'Consultez votre boîte de réception',
      text: 'Vous allez recevoir un e-mail contenant un nouveau lien. Cela peut prendre quelques minutes ; pensez à vérifier aussi vos courriers indésirables.',
    },
    gone: {
      title: 'Cette page n’existe plus',
      text: 'Son contenu a été supprimé. Vous n’avez rien à faire.',
    },
    decoy: {
      title: 'Cette page est vide',
      text: 'Ce lien n’est pas destiné à être ouvert. Si vous l’avez suivi depuis l’un de nos e-mails, rien n’a été modifié.',
    },
    try_again: {
      title: 'Veuillez réessayer dans un instant',
      text: 'Cette action est impossible pour le moment, et rien n’a été modifié. Elle devrait fonctionner de nouveau d’ici une à deux minutes.',
    },
    failed: {
      title: 'Une erreur s’est produite',
      text: 'Rien n’a été modifié. Veuillez revenir à la page précédente et réessayer.',
    },
    ask_for_link: {
      title: 'Vos préférences',
      text: 'Saisissez votre adresse e-mail, et nous vous enverrons le lien vers la page où vous choisissez les e-mails que vous recevez.',
      button: 'Recevoir le lien',
    },
    link_on_its_way: {
      title: 'Consultez votre boîte de réception',
      text: 'Si cette adresse nous est connue, vous allez recevoir un e-mail contenant votre lien. Nous l’envoyons au maximum une fois par heure.',
    },
  },
  optOut: {
    whyLegend: 'Souhaitez-vous nous dire pourquoi ?',
    reasons: {
      'too many mails': 'Je reçois trop d’e-mails',
      'not interesting': 'Les e-mails ne m’intéressent pas',
      'never signed up': 'Je n’ai jamais demandé ces e-mails',
      'something else': 'Autre raison',
    },
    ownWords: 'Avec vos propres mots',
    fewerEmails: 'Vous préférez recevoir moins d’e-mails ? Choisissez ce que vous recevez',
    backAgain: 'C’était une erreur ? Accédez à vos préférences',
    leaveList:
      'Cliquez sur le bouton pour ne plus recevoir les e-mails de cet abonnement. Vous continuerez à recevoir nos autres e-mails.',
  },
  preferences: {
    title: 'Vos préférences',
    of: 'Préférences pour',
    saved: 'Vos préférences ont été enregistrées.',
    faulty: 'Rien n’a été enregistré. Veuillez vérifier les champs signalés.',
    listsLegend: 'Que souhaitez-vous recevoir ?',
    pauseLegend: 'Souhaitez-vous faire une pause ?',
    notPaused: 'Non, continuer à recevoir les e-mails',
    pausedUntil: (day) => `Oui, jusqu’au ${day.replace(/^1 /, '1er ')} (réglage actuel)`,
    oneWeek: 'Oui, pendant une semaine',
    oneMonth: 'Oui, pendant un mois',
    threeMonths: 'Oui, pendant trois mois',
    untilDay: 'Oui, jusqu’à une date de mon choix',
    day: 'Date',
    trackingLegend: 'Pouvons-nous mesurer si vous ouvrez nos e-mails et cliquez sur leurs liens ?',
    trackingGranted: 'Oui, vous pouvez le mesurer',
    trackingDenied: 'Non, ne le mesurez pas',
    forgetTracking: 'Supprimer aussi ce qui a été mesuré jusqu’ici',
    youLegend: 'À propos de vous',
    firstName: 'Prénom',
    lastName: 'Nom',
    noChoice: 'Aucune sélection',
    save: 'Enregistrer',
    leaveTitle: 'Ne plus recevoir d’e-mails',
    leaveText: 'Nous ne vous écrirons plus, quelle que soit votre sélection ci-dessus.',
    leave: 'Se désabonner de tous les e-mails',
    unsubscribedTitle: 'Désabonnement effectué',
    unsubscribedText: 'Vous ne recevez aucun e-mail de notre part. Souhaitez-vous vous réinscrire ?',
    subscribeAgain: 'Se réinscrire',
    pendingTitle: 'Veuillez confirmer votre inscription',
    pendingText:
      'Nous vous avons envoyé un e-mail contenant un lien. Vous ne recevrez rien d’autre tant que vous n’aurez pas cliqué sur ce lien.',
    sendAgain: 'Renvoyer l’e-mail',
    confirmationSent:
      'Nous vous envoyons un e-mail. Veuillez cliquer sur le lien qu’il contient pour confirmer votre inscription.',
    complainedTitle: 'Nous ne vous envoyons pas d’e-mails',
    complainedText: 'Vous avez signalé l’un de nos e-mails comme indésirable ; nous ne vous en envoyons donc plus.',
  },
  faults: {
    too_long: 'Cette saisie est trop longue.',
    number: 'Veuillez saisir un nombre.',
    date: 'Veuillez saisir une date.',
    url: 'Veuillez saisir une adresse web commençant par https://',
    email: 'Veuillez saisir une adresse e-mail.',
    option: 'Veuillez choisir l’une des options.',
    pause_date: 'Veuillez choisir une date dans les douze prochains mois.',
    forget_tracking: 'Cela n’est possible qu’avec la réponse Non.',
    required: 'Veuillez remplir ce champ.',
  },
  signUp: {
    button: 'S’inscrire',
    tracking: 'J’accepte que vous mesuriez si j’ouvre vos e-mails et si je clique sur leurs liens.',
    wait: 'Veuillez patienter quelques secondes, puis cliquer sur le bouton. Cela évite les inscriptions automatiques.',
    thanks: 'Merci. Si vous devez confirmer votre adresse, vous allez recevoir un e-mail contenant un lien.',
    already:
      'Cette adresse reçoit déjà les e-mails envoyés par {{ business.name }}. Choisissez ici ceux que vous recevez :',
  },
  address: 'Votre adresse e-mail',
  locale: 'fr',
  footer: { unsubscribe: 'Se désabonner', preferences: 'Préférences e-mail' },
  emails: {
    doubleOptIn: {
      subject: 'Veuillez confirmer votre inscription chez {{ business.name }}',
      preHeader: 'Veuillez confirmer que vous souhaitez recevoir nos e-mails.',
      greeting: 'Confirmez votre inscription',
      text: 'Cette adresse a été saisie pour recevoir les e-mails envoyés par {{ business.name }}. Si vous êtes à l’origine de cette demande, veuillez confirmer votre inscription :',
      button: 'Confirmer l’inscription',
      otherwise:
        'Si vous n’êtes pas à l’origine de cette demande, vous pouvez ignorer cet e-mail : sans votre confirmation, vous ne recevrez aucun e-mail. Le lien est valable 30 jours.',
    },
    preferenceLink: {
      subject: 'Le lien vers vos préférences chez {{ business.name }}',
      preHeader: 'Choisissez les e-mails que vous recevez.',
      greeting: 'Vos préférences',
      text: 'Vous avez demandé le lien vers la page où vous choisissez les e-mails que {{ business.name }} vous envoie. Le voici :',
      button: 'Ouvrir vos préférences',
      otherwise:
        'Si vous n’êtes pas à l’origine de cette demande, vous pouvez ignorer cet e-mail. Veuillez ne pas partager ce lien : il vous est réservé.',
    },
  },
};
