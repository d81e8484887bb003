import type { Texts } from './en.js';

export const IT: Texts = {
  pages: {
    confirm_opt_out: {
      title: 'Annulla l’iscrizione',
      text: 'Non desidera più ricevere queste email? Clicchi sul pulsante e non le scriveremo più.',
      button: 'Annulla l’iscrizione',
    },
    opted_out: {
      title: 'Iscrizione annullata',
      text: 'Non riceverà più queste email. Può chiudere questa pagina.',
    },
    stop_report: { title: 'Interrompi questo report', text: 'Vuole annullare questo report?', button: 'Interrompi' },
    sample: {
      title: 'Era solo una prova',
      text: 'Questo link fa parte di un’email di prova o di un’anteprima. In un’email reale apre la pagina personale di chi la riceve; qui non ha alcun effetto.',
    },
    unknown_link: {
      title: 'Questo link non funziona',
      text: 'Potrebbe essere incompleto. Utilizzi il link esattamente come appare nell’email.',
    },
    confirm_opt_in: {
      title: 'Confermi la sua iscrizione',
      text: 'Desidera ricevere le nostre email? Clicchi sul pulsante per iscriversi.',
      button: 'Conferma l’iscrizione',
    },
    opted_in: {
      title: 'Le diamo il benvenuto!',
      text: 'La sua iscrizione è confermata. Ogni email contiene un link per annullarla. Può chiudere questa pagina.',
    },
    opt_in_over: {
      title: 'Questo link è scaduto',
      text: 'È troppo vecchio oppure gliene abbiamo inviato uno più recente. Possiamo inviarle subito una nuova email.',
      button: 'Invia una nuova email',
    },
    opt_in_unwanted: {
      title: 'Questo link non è più valido',
      text: 'Non c’è più nulla da confermare: nel frattempo ha annullato l’iscrizione oppure questa è stata eliminata.',
    },
    opt_in_asked_again: {
      title: 'Controlli la posta in arrivo',
      text: 'Riceverà a breve un’email con un nuovo link. Possono volerci alcuni minuti; controlli anche la cartella dello spam.',
    },
    gone: {
      title: 'Questa pagina non esiste più',
      text: 'Il suo contenuto è stato eliminato. Non deve fare nulla.',
    },
    decoy: {
      title: 'Questa pagina è vuota',
      text: 'Questo link non è fatto per essere aperto. Se lo ha seguito da una delle nostre email, non è stato modificato nulla.',
    },
    try_again: {
      title: 'Riprovi tra qualche istante',
      text: 'Al momento l’operazione non è possibile e non è stato modificato nulla. Dovrebbe funzionare di nuovo tra uno o due minuti.',
    },
    failed: {
      title: 'Si è verificato un errore',
      text: 'Non è stato modificato nulla. Torni alla pagina precedente e riprovi.',
    },
    ask_for_link: {
      title: 'Le sue preferenze',
      text: 'Inserisca il suo indirizzo email e le invieremo il link alla pagina in cui scegliere quali email ricevere.',
      button: 'Invia il link',
    },
    link_on_its_way: {
      title: 'Controlli la posta in arrivo',
      text: 'Se conosciamo questo indirizzo, riceverà a breve un’email con il suo link. La inviamo al massimo una volta all’ora.',
    },
  },
  optOut: {
    whyLegend: 'Vuole dirci il motivo?',
    reasons: {
      'too many mails': 'Ricevo troppe email',
      'not interesting': 'Le email non mi interessano',
      'never signed up': 'Non ho mai richiesto queste email',
      'something else': 'Altro motivo',
    },
    ownWords: 'Con parole sue',
    fewerEmails: 'Preferisce ricevere meno email? Scelga che cosa ricevere',
    backAgain: 'È stato un errore? Vada alle sue preferenze',
    leaveList:
      'Faccia clic sul pulsante per non ricevere più le e-mail di questa iscrizione. Continuerà a ricevere le altre nostre e-mail.',
  },
  preferences: {
    title: 'Le sue preferenze email',
    of: 'Preferenze per',
    saved: 'Le sue preferenze sono state salvate.',
    faulty: 'Non è stato salvato nulla. Controlli i campi segnalati.',
    listsLegend: 'Che cosa desidera ricevere?',
    pauseLegend: 'Desidera fare una pausa?',
    notPaused: 'No, voglio continuare a ricevere le email',
    pausedUntil: (day) =>
      `Sì, fino ${/^(8|11) /.test(day) ? 'all’' : 'al '}${day.replace(/^1 /, '1º ')} (impostazione attuale)`,
    oneWeek: 'Sì, per una settimana',
    oneMonth: 'Sì, per un mese',
    threeMonths: 'Sì, per tre mesi',
    untilDay: 'Sì, fino a una data a mia scelta',
    day: 'Data',
    trackingLegend: 'Possiamo misurare se apre le nostre e-mail e fa clic sui loro link?',
    trackingGranted: 'Sì, potete misurarlo',
    trackingDenied: 'No, non misuratelo',
    forgetTracking: 'Eliminare anche quanto misurato finora',
    youLegend: 'I suoi dati',
    firstName: 'Nome',
    lastName: 'Cognome',
    noChoice: 'Nessuna selezione',
    save: 'Salva',
    leaveTitle: 'Non ricevere più email',
    leaveText: 'Non le scriveremo più, indipendentemente da quanto selezionato sopra.',
    leave: 'Annulla l’iscrizione a tutte le email',
    unsubscribedTitle: 'Iscrizione annullata',
    unsubscribedText: 'Non riceve alcuna email da parte nostra. Desidera iscriversi di nuovo?',
    subscribeAgain: 'Riattiva l’iscrizione',
    pendingTitle: 'Confermi la sua iscrizione',
    pendingText: 'Le abbiamo inviato un’email con un link. Finché non cliccherà sul link, non riceverà altro.',
    sendAgain: 'Invia di nuovo l’email',
    confirmationSent: 'Le stiamo inviando un’email. Clicchi sul link che contiene per confermare la sua iscrizione.',
    complainedTitle: 'Non le inviamo email',
    complainedText: 'Ha segnalato una delle nostre email come spam, perciò non gliene inviamo più.',
  },
  faults: {
    too_long: 'Questo testo è troppo lungo.',
    number: 'Inserisca un numero.',
    date: 'Inserisca una data.',
    url: 'Inserisca un indirizzo web che inizi con https://',
    email: 'Inserisca un indirizzo email.',
    option: 'Scelga una delle opzioni.',
    pause_date: 'Scelga una data entro i prossimi dodici mesi.',
    forget_tracking: 'È possibile solo con la risposta No.',
    required: 'Compili questo campo.',
  },
  signUp: {
    button: 'Iscriviti',
    tracking: 'Acconsento alla misurazione delle mie aperture delle email e dei miei clic sui link.',
    wait: 'Attenda qualche secondo e poi faccia clic sul pulsante. Così evitiamo le iscrizioni automatiche.',
    thanks: 'Grazie. Se deve confermare il suo indirizzo, riceverà a breve un’email con un link.',
    already: 'Questo indirizzo riceve già le email di {{ business.name }}. Qui può scegliere quali ricevere:',
  },
  address: 'Il suo indirizzo email',
  locale: 'it',
  footer: { unsubscribe: 'Annulla l’iscrizione', preferences: 'Preferenze email' },
  emails: {
    doubleOptIn: {
      subject: 'Confermi la sua iscrizione alle email di {{ business.name }}',
      preHeader: 'Confermi di voler ricevere le nostre email.',
      greeting: 'Confermi la sua iscrizione',
      text: 'Questo indirizzo è stato inserito per ricevere le email di {{ business.name }}. Se la richiesta è sua, confermi l’iscrizione:',
      button: 'Conferma l’iscrizione',
      otherwise:
        'Se la richiesta non è sua, può ignorare questa email: senza la sua conferma non riceverà alcuna email. Il link è valido per 30 giorni.',
    },
    preferenceLink: {
      subject: 'Il link alle sue preferenze per le email di {{ business.name }}',
      preHeader: 'Scelga quali email ricevere.',
      greeting: 'Le sue preferenze',
      text: 'Ha richiesto il link alla pagina in cui scegliere quali email ricevere da {{ business.name }}. Eccolo:',
      button: 'Apri le preferenze',
      otherwise:
        'Se la richiesta non è sua, può ignorare questa email. Non condivida questo link: è strettamente personale.',
    },
  },
};
