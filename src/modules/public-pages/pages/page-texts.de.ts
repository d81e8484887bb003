import type { Texts } from './page-texts.en.js';

export const DE: Texts = {
  pages: {
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
    confirm_opt_in: {
      title: 'Anmeldung bestätigen',
      text: 'Möchten Sie unsere Mails bekommen? Ein Klick, und Sie sind angemeldet.',
      button: 'Ja, ich möchte die Mails',
    },
    opted_in: {
      title: 'Willkommen!',
      text: 'Sie sind jetzt angemeldet. In jeder Mail steht ein Link, mit dem Sie sich wieder abmelden können. Sie können diese Seite schließen.',
    },
    opt_in_over: {
      title: 'Dieser Link ist zu alt',
      text: 'Er ist abgelaufen, oder wir haben Ihnen einen neueren geschickt. Wir können Ihnen gleich eine neue Mail schicken.',
      button: 'Neue Mail schicken',
    },
    opt_in_unwanted: {
      title: 'Dieser Link gilt nicht mehr',
      text: 'Hier gibt es nichts mehr zu bestätigen: Sie haben sich inzwischen abgemeldet, oder die Anmeldung wurde entfernt.',
    },
    opt_in_asked_again: {
      title: 'Bitte sehen Sie in Ihr Postfach',
      text: 'Eine Mail mit einem neuen Link ist unterwegs. Das kann ein paar Minuten dauern; bitte sehen Sie auch im Spam-Ordner nach.',
    },
    gone: {
      title: 'Hier gibt es nichts mehr',
      text: 'Das Ziel dieses Links wurde gelöscht. Sie brauchen nichts weiter zu tun.',
    },
    decoy: {
      title: 'Hier ist nichts',
      text: 'Dieser Link ist nicht für Menschen gedacht. Wenn Sie aus einer unserer Mails hierhergekommen sind: Es ist nichts passiert.',
    },
    try_again: {
      title: 'Bitte versuchen Sie es gleich noch einmal',
      text: 'Das geht im Augenblick nicht, und es wurde nichts geändert. In ein, zwei Minuten sollte es klappen.',
    },
    failed: {
      title: 'Das hat nicht geklappt',
      text: 'Es wurde nichts geändert. Bitte gehen Sie zurück und versuchen Sie es noch einmal.',
    },
    ask_for_link: {
      title: 'Ihre Einstellungen',
      text: 'Geben Sie Ihre Adresse ein. Wir mailen Ihnen den Link zu der Seite, auf der Sie wählen, welche Mails Sie bekommen.',
      button: 'Link zuschicken',
    },
    link_on_its_way: {
      title: 'Bitte sehen Sie in Ihr Postfach',
      text: 'Wenn wir diese Adresse kennen, ist eine Mail mit Ihrem Link unterwegs. Wir schicken sie höchstens einmal in der Stunde.',
    },
  },
  optOut: {
    whyLegend: 'Möchten Sie uns sagen, warum?',
    reasons: {
      'too many mails': 'Ich bekomme zu viele Mails',
      'not interesting': 'Die Mails interessieren mich nicht',
      'never signed up': 'Ich habe mich nie angemeldet',
      'something else': 'Etwas anderes',
    },
    ownWords: 'In Ihren eigenen Worten',
    fewerEmails: 'Lieber weniger Mails? Wählen Sie aus, was Sie bekommen',
    backAgain: 'Das war ein Versehen? Zu Ihren Einstellungen',
  },
  preferences: {
    title: 'Ihre Mails',
    of: 'Einstellungen von',
    saved: 'Ihre Einstellungen sind gespeichert.',
    faulty: 'Es ist noch nichts gespeichert. Bitte sehen Sie sich die markierten Felder an.',
    listsLegend: 'Was möchten Sie bekommen?',
    pauseLegend: 'Möchten Sie eine Pause?',
    notPaused: 'Nein, schreiben Sie mir weiter',
    pausedUntil: (day) => `Ja, wie bisher bis zum ${day}`,
    oneWeek: 'Ja, eine Woche',
    oneMonth: 'Ja, einen Monat',
    threeMonths: 'Ja, drei Monate',
    untilDay: 'Ja, bis zu einem Tag meiner Wahl',
    day: 'Tag',
    youLegend: 'Über Sie',
    firstName: 'Vorname',
    lastName: 'Nachname',
    noChoice: 'Nichts ausgewählt',
    save: 'Speichern',
    leaveTitle: 'Gar keine Mails mehr',
    leaveText: 'Wir schreiben Ihnen dann nicht mehr, was auch immer oben ausgewählt ist.',
    leave: 'Von allem abmelden',
    unsubscribedTitle: 'Sie sind abgemeldet',
    unsubscribedText: 'Wir schicken Ihnen keine Mails. Möchten Sie wieder welche bekommen?',
    subscribeAgain: 'Wieder anmelden',
    pendingTitle: 'Bitte bestätigen Sie Ihre Anmeldung',
    pendingText:
      'Wir haben Ihnen eine Mail mit einem Link geschickt. Bevor Sie ihn anklicken, schreiben wir Ihnen nichts anderes.',
    sendAgain: 'Mail noch einmal schicken',
    confirmationSent:
      'Wir schicken Ihnen eine Mail. Bitte bestätigen Sie mit dem Link darin, dass Sie unsere Mails möchten.',
    complainedTitle: 'Wir schreiben Ihnen nicht',
    complainedText: 'Sie haben eine unserer Mails als unerwünscht gemeldet und bekommen deshalb keine mehr von uns.',
  },
  faults: {
    too_long: 'Das ist zu lang.',
    number: 'Bitte geben Sie eine Zahl ein.',
    date: 'Bitte geben Sie ein Datum ein.',
    url: 'Bitte geben Sie eine Webadresse ein, die mit https:// beginnt.',
    email: 'Bitte geben Sie eine E-Mail-Adresse ein.',
    option: 'Bitte wählen Sie eine der Möglichkeiten.',
    pause_date: 'Bitte wählen Sie einen Tag innerhalb des nächsten Jahres.',
  },
  address: 'Ihre E-Mail-Adresse',
};
