import type { Texts } from './en.js';

export const DE: Texts = {
  pages: {
    confirm_opt_out: {
      title: 'Abmelden',
      text: 'Möchten Sie diese E-Mails nicht mehr erhalten? Klicken Sie auf die Schaltfläche, und wir schreiben Ihnen nicht mehr.',
      button: 'Abmelden',
    },
    opted_out: {
      title: 'Sie sind abgemeldet',
      text: 'Sie erhalten diese E-Mails nicht mehr. Sie können diese Seite jetzt schließen.',
    },
    stop_report: { title: 'Bericht beenden', text: 'Möchten Sie diesen Bericht abbestellen?', button: 'Beenden' },
    sample: {
      title: 'Das war ein Test',
      text: 'Dieser Link gehört zu einer Test-E-Mail oder einer Vorschau. In einer echten E-Mail öffnet er die persönliche Seite der angeschriebenen Person; hier hat er keine Funktion.',
    },
    unknown_link: {
      title: 'Dieser Link funktioniert nicht',
      text: 'Möglicherweise ist er unvollständig. Bitte verwenden Sie den Link genau so, wie er in der E-Mail steht.',
    },
    confirm_opt_in: {
      title: 'Bestätigen Sie Ihre Anmeldung',
      text: 'Möchten Sie unsere E-Mails erhalten? Klicken Sie auf die Schaltfläche, um sich anzumelden.',
      button: 'Anmeldung bestätigen',
    },
    opted_in: {
      title: 'Willkommen!',
      text: 'Sie sind jetzt angemeldet. Jede E-Mail enthält einen Link zum Abmelden. Sie können diese Seite jetzt schließen.',
    },
    opt_in_over: {
      title: 'Dieser Link ist abgelaufen',
      text: 'Er ist zu alt, oder wir haben Ihnen inzwischen einen neueren geschickt. Wir können Ihnen jetzt eine neue E-Mail schicken.',
      button: 'Neue E-Mail anfordern',
    },
    opt_in_unwanted: {
      title: 'Dieser Link ist nicht mehr gültig',
      text: 'Es gibt nichts mehr zu bestätigen: Sie haben sich inzwischen abgemeldet, oder die Anmeldung wurde gelöscht.',
    },
    opt_in_asked_again: {
      title: 'Bitte prüfen Sie Ihr Postfach',
      text: 'Eine E-Mail mit einem neuen Link ist unterwegs. Das kann einige Minuten dauern; bitte sehen Sie auch im Spam-Ordner nach.',
    },
    gone: {
      title: 'Diese Seite gibt es nicht mehr',
      text: 'Ihr Inhalt wurde gelöscht. Sie müssen nichts weiter tun.',
    },
    decoy: {
      title: 'Diese Seite ist leer',
      text: 'Dieser Link ist nicht zum Öffnen bestimmt. Falls Sie ihn in einer unserer E-Mails angeklickt haben: Es wurde nichts geändert.',
    },
    try_again: {
      title: 'Bitte versuchen Sie es gleich noch einmal',
      text: 'Das ist im Moment nicht möglich, und es wurde nichts geändert. In ein bis zwei Minuten sollte es wieder funktionieren.',
    },
    failed: {
      title: 'Das hat nicht funktioniert',
      text: 'Es wurde nichts geändert. Bitte gehen Sie zurück und versuchen Sie es noch einmal.',
    },
    ask_for_link: {
      title: 'Ihre Einstellungen',
      text: 'Geben Sie Ihre E-Mail-Adresse ein. Wir schicken Ihnen den Link zu der Seite, auf der Sie auswählen, welche E-Mails Sie erhalten.',
      button: 'Link anfordern',
    },
    link_on_its_way: {
      title: 'Bitte prüfen Sie Ihr Postfach',
      text: 'Wenn uns diese Adresse bekannt ist, ist eine E-Mail mit Ihrem Link unterwegs. Wir verschicken sie höchstens einmal pro Stunde.',
    },
  },
  optOut: {
    whyLegend: 'Möchten Sie uns den Grund mitteilen?',
    reasons: {
      'too many mails': 'Ich erhalte zu viele E-Mails',
      'not interesting': 'Die E-Mails sind für mich nicht relevant',
      'never signed up': 'Ich habe mich nie angemeldet',
      'something else': 'Ein anderer Grund',
    },
    ownWords: 'In Ihren eigenen Worten',
    fewerEmails: 'Lieber weniger E-Mails? Wählen Sie aus, was Sie erhalten',
    backAgain: 'Versehentlich abgemeldet? Zu Ihren Einstellungen',
    leaveList:
      'Klicken Sie auf die Schaltfläche, um keine E-Mails dieses Abonnements mehr zu erhalten. Unsere anderen E-Mails erhalten Sie weiterhin.',
  },
  preferences: {
    title: 'Ihre E-Mail-Einstellungen',
    of: 'Einstellungen für',
    saved: 'Ihre Einstellungen wurden gespeichert.',
    faulty: 'Es wurde nichts gespeichert. Bitte prüfen Sie die markierten Felder.',
    listsLegend: 'Was möchten Sie erhalten?',
    pauseLegend: 'Möchten Sie eine Pause einlegen?',
    notPaused: 'Nein, weiterhin E-Mails schicken',
    pausedUntil: (day) => `Ja, bis zum ${day} (aktuelle Einstellung)`,
    oneWeek: 'Ja, für eine Woche',
    oneMonth: 'Ja, für einen Monat',
    threeMonths: 'Ja, für drei Monate',
    untilDay: 'Ja, bis zu einem Datum meiner Wahl',
    day: 'Datum',
    trackingLegend: 'Dürfen wir messen, ob Sie unsere E-Mails öffnen und Links darin anklicken?',
    trackingGranted: 'Ja, Sie dürfen das messen',
    trackingDenied: 'Nein, bitte nicht messen',
    forgetTracking: 'Auch löschen, was bisher gemessen wurde',
    youLegend: 'Ihre Angaben',
    firstName: 'Vorname',
    lastName: 'Nachname',
    noChoice: 'Keine Auswahl',
    save: 'Speichern',
    leaveTitle: 'Keine E-Mails mehr',
    leaveText: 'Wir schreiben Ihnen dann nicht mehr, unabhängig von Ihrer Auswahl oben.',
    leave: 'Von allen E-Mails abmelden',
    unsubscribedTitle: 'Sie sind abgemeldet',
    unsubscribedText: 'Sie erhalten keine E-Mails von uns. Möchten Sie sich wieder anmelden?',
    subscribeAgain: 'Wieder anmelden',
    pendingTitle: 'Bitte bestätigen Sie Ihre Anmeldung',
    pendingText:
      'Wir haben Ihnen eine E-Mail mit einem Link geschickt. Bis Sie darauf klicken, erhalten Sie nichts anderes von uns.',
    sendAgain: 'E-Mail erneut schicken',
    confirmationSent:
      'Wir schicken Ihnen eine E-Mail. Bitte klicken Sie auf den Link darin, um Ihre Anmeldung zu bestätigen.',
    complainedTitle: 'Wir schicken Ihnen keine E-Mails',
    complainedText: 'Sie haben eine unserer E-Mails als Spam gemeldet. Deshalb erhalten Sie keine mehr von uns.',
  },
  faults: {
    too_long: 'Diese Eingabe ist zu lang.',
    number: 'Bitte geben Sie eine Zahl ein.',
    date: 'Bitte geben Sie ein Datum ein.',
    url: 'Bitte geben Sie eine Webadresse ein, die mit https:// beginnt.',
    email: 'Bitte geben Sie eine E-Mail-Adresse ein.',
    option: 'Bitte wählen Sie eine der Optionen aus.',
    pause_date: 'Bitte wählen Sie ein Datum innerhalb der nächsten zwölf Monate.',
    forget_tracking: 'Das ist nur mit der Antwort Nein möglich.',
    required: 'Bitte füllen Sie dieses Feld aus.',
  },
  signUp: {
    button: 'Anmelden',
    tracking: 'Sie dürfen messen, ob ich Ihre E-Mails öffne und auf ihre Links klicke.',
    wait: 'Bitte warten Sie einige Sekunden, und klicken Sie dann auf die Schaltfläche. Das hält automatische Anmeldungen fern.',
    thanks: 'Vielen Dank. Wenn Sie Ihre Adresse bestätigen müssen, ist eine E-Mail mit einem Link unterwegs.',
    already:
      'Diese Adresse ist bereits für die E-Mails von {{ business.name }} angemeldet. Hier wählen Sie aus, welche Sie erhalten:',
  },
  address: 'Ihre E-Mail-Adresse',
  locale: 'de',
  footer: { unsubscribe: 'Abmelden', preferences: 'E-Mail-Einstellungen' },
  emails: {
    doubleOptIn: {
      subject: 'Bitte bestätigen Sie Ihre Anmeldung bei {{ business.name }}',
      preHeader: 'Bitte bestätigen Sie, dass Sie unsere E-Mails erhalten möchten.',
      greeting: 'Bestätigen Sie Ihre Anmeldung',
      text: 'Diese Adresse wurde für die E-Mails von {{ business.name }} angemeldet. Wenn Sie das waren, bestätigen Sie bitte Ihre Anmeldung:',
      button: 'Anmeldung bestätigen',
      otherwise:
        'Wenn Sie das nicht waren, können Sie diese E-Mail ignorieren: Ohne Ihre Bestätigung erhalten Sie keine E-Mails. Der Link ist 30 Tage gültig.',
    },
    preferenceLink: {
      subject: 'Ihr Link zu Ihren Einstellungen bei {{ business.name }}',
      preHeader: 'Wählen Sie aus, welche E-Mails Sie erhalten.',
      greeting: 'Ihre Einstellungen',
      text: 'Sie haben den Link zu der Seite angefordert, auf der Sie auswählen, welche E-Mails Sie von {{ business.name }} erhalten. Hier ist er:',
      button: 'Einstellungen öffnen',
      otherwise:
        'Wenn Sie das nicht waren, können Sie diese E-Mail ignorieren. Bitte geben Sie diesen Link nicht weiter: Er ist nur für Sie bestimmt.',
    },
  },
};
