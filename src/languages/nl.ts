import type { Texts } from './en.js';

export const NL: Texts = {
  pages: {
    confirm_opt_out: {
      title: 'Uitschrijven',
      text: 'Wilt u deze e-mails niet meer ontvangen? Klik op de knop en we mailen u niet meer.',
      button: 'Uitschrijven',
    },
    opted_out: {
      title: 'U bent uitgeschreven',
      text: 'U ontvangt deze e-mails niet meer. U kunt deze pagina sluiten.',
    },
    stop_report: { title: 'Dit rapport stoppen', text: 'Wilt u dit rapport niet meer ontvangen?', button: 'Stoppen' },
    sample: {
      title: 'Dit was een test',
      text: 'Deze link hoort bij een testmail of een voorbeeldweergave. In een echte e-mail opent de link de persoonlijke pagina van de ontvanger; hier gebeurt er niets.',
    },
    unknown_link: {
      title: 'Deze link werkt niet',
      text: 'Mogelijk is de link onvolledig. Gebruik de link precies zoals die in de e-mail staat.',
    },
    confirm_opt_in: {
      title: 'Bevestig uw inschrijving',
      text: 'Wilt u onze e-mails ontvangen? Klik op de knop om u in te schrijven.',
      button: 'Inschrijving bevestigen',
    },
    opted_in: {
      title: 'Welkom!',
      text: 'U bent nu ingeschreven. In elke e-mail staat een link om u uit te schrijven. U kunt deze pagina sluiten.',
    },
    opt_in_over: {
      title: 'Deze link is verlopen',
      text: 'De link is te oud, of we hebben u een nieuwere gestuurd. We kunnen u nu een nieuwe e-mail sturen.',
      button: 'Nieuwe e-mail ontvangen',
    },
    opt_in_unwanted: {
      title: 'Deze link is niet meer geldig',
      text: 'Er valt niets meer te bevestigen: u hebt zich inmiddels uitgeschreven, of de inschrijving is verwijderd.',
    },
    opt_in_asked_again: {
      title: 'Controleer uw inbox',
      text: 'Er is een e-mail met een nieuwe link onderweg. Dit kan enkele minuten duren; kijk ook in uw spammap.',
    },
    gone: {
      title: 'Deze pagina bestaat niet meer',
      text: 'De inhoud is verwijderd. U hoeft niets te doen.',
    },
    decoy: {
      title: 'Deze pagina is leeg',
      text: 'Deze link is niet bedoeld om te worden geopend. Als u erop hebt geklikt in een van onze e-mails, is er niets gewijzigd.',
    },
    try_again: {
      title: 'Probeer het zo meteen opnieuw',
      text: 'Dit is op dit moment niet mogelijk, en er is niets gewijzigd. Over één à twee minuten zou het weer moeten werken.',
    },
    failed: {
      title: 'Dat is niet gelukt',
      text: 'Er is niets gewijzigd. Ga terug en probeer het opnieuw.',
    },
    ask_for_link: {
      title: 'Uw voorkeuren',
      text: 'Vul uw e-mailadres in. We sturen u de link naar de pagina waarop u kiest welke e-mails u ontvangt.',
      button: 'Link ontvangen',
    },
    link_on_its_way: {
      title: 'Controleer uw inbox',
      text: 'Als we dit adres kennen, is er een e-mail met uw link onderweg. We versturen die maximaal één keer per uur.',
    },
  },
  optOut: {
    whyLegend: 'Wilt u ons vertellen waarom?',
    reasons: {
      'too many mails': 'Ik ontvang te veel e-mails',
      'not interesting': 'De e-mails zijn niet relevant voor mij',
      'never signed up': 'Ik heb me nooit ingeschreven',
      'something else': 'Een andere reden',
    },
    ownWords: 'In uw eigen woorden',
    fewerEmails: 'Liever minder e-mails? Kies wat u ontvangt',
    backAgain: 'Per ongeluk uitgeschreven? Ga naar uw voorkeuren',
    leaveList:
      'Klik op de knop om geen e-mails van dit abonnement meer te ontvangen. Onze andere e-mails blijft u ontvangen.',
  },
  preferences: {
    title: 'Uw e-mailvoorkeuren',
    of: 'Voorkeuren voor',
    saved: 'Uw voorkeuren zijn opgeslagen.',
    faulty: 'Er is niets opgeslagen. Controleer de gemarkeerde velden.',
    listsLegend: 'Wat wilt u ontvangen?',
    pauseLegend: 'Wilt u een pauze inlassen?',
    notPaused: 'Nee, blijf e-mails sturen',
    pausedUntil: (day) => `Ja, tot ${day} (huidige instelling)`,
    oneWeek: 'Ja, een week',
    oneMonth: 'Ja, een maand',
    threeMonths: 'Ja, drie maanden',
    untilDay: 'Ja, tot een datum naar keuze',
    day: 'Datum',
    trackingLegend: 'Mogen we meten of u onze e-mails opent en op de links klikt?',
    trackingGranted: 'Ja, dat mag u meten',
    trackingDenied: 'Nee, meet dat niet',
    forgetTracking: 'Verwijder ook wat tot nu toe is gemeten',
    youLegend: 'Over u',
    firstName: 'Voornaam',
    lastName: 'Achternaam',
    noChoice: 'Geen keuze',
    save: 'Opslaan',
    leaveTitle: 'Geen e-mails meer',
    leaveText: 'We sturen u dan geen e-mails meer, ongeacht uw keuze hierboven.',
    leave: 'Uitschrijven voor alle e-mails',
    unsubscribedTitle: 'U bent uitgeschreven',
    unsubscribedText: 'U ontvangt geen e-mails van ons. Wilt u zich opnieuw inschrijven?',
    subscribeAgain: 'Opnieuw inschrijven',
    pendingTitle: 'Bevestig uw inschrijving',
    pendingText: 'We hebben u een e-mail met een link gestuurd. Zolang u daar niet op klikt, ontvangt u verder niets.',
    sendAgain: 'E-mail opnieuw sturen',
    confirmationSent: 'We sturen u een e-mail. Klik op de link daarin om uw inschrijving te bevestigen.',
    complainedTitle: 'We sturen u geen e-mails',
    complainedText: 'U hebt een van onze e-mails als spam gemeld. Daarom ontvangt u geen e-mails meer van ons.',
  },
  faults: {
    too_long: 'Deze tekst is te lang.',
    number: 'Vul een getal in.',
    date: 'Vul een datum in.',
    url: 'Vul een webadres in dat begint met https://',
    email: 'Vul een e-mailadres in.',
    option: 'Kies een van de opties.',
    pause_date: 'Kies een datum binnen de komende twaalf maanden.',
    forget_tracking: 'Dit kan alleen met het antwoord Nee.',
  },
  address: 'Uw e-mailadres',
  locale: 'nl',
  footer: { unsubscribe: 'Uitschrijven', preferences: 'E-mailvoorkeuren' },
  emails: {
    doubleOptIn: {
      subject: 'Bevestig uw inschrijving voor e-mails van {{ business.name }}',
      preHeader: 'Bevestig dat u onze e-mails wilt ontvangen.',
      greeting: 'Bevestig uw inschrijving',
      text: 'Dit adres is ingevuld om e-mails van {{ business.name }} te ontvangen. Hebt u dat zelf gedaan, bevestig dan uw inschrijving:',
      button: 'Inschrijving bevestigen',
      otherwise:
        'Hebt u dat niet zelf gedaan, dan kunt u deze e-mail negeren: zonder uw bevestiging ontvangt u geen e-mails. De link is 30 dagen geldig.',
    },
    preferenceLink: {
      subject: 'De link naar uw voorkeuren bij {{ business.name }}',
      preHeader: 'Kies welke e-mails u ontvangt.',
      greeting: 'Uw voorkeuren',
      text: 'U hebt de link aangevraagd naar de pagina waarop u kiest welke e-mails u van {{ business.name }} ontvangt. Hier is de link:',
      button: 'Voorkeuren openen',
      otherwise:
        'Hebt u dat niet zelf gedaan, dan kunt u deze e-mail negeren. Deel deze link met niemand: hij is alleen voor u bestemd.',
    },
  },
};
