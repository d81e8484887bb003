import type { Texts } from './en.js';

export const PL: Texts = {
  pages: {
    confirm_opt_out: {
      title: 'Rezygnacja z subskrypcji',
      text: 'Aby zrezygnować z tych wiadomości, wystarczy kliknąć przycisk. Nie będziemy już wysyłać kolejnych.',
      button: 'Zrezygnuj z subskrypcji',
    },
    opted_out: {
      title: 'Subskrypcja została anulowana',
      text: 'Te wiadomości nie będą już przychodzić. Można zamknąć tę stronę.',
    },
    stop_report: { title: 'Rezygnacja z raportu', text: 'Czy zrezygnować z tego raportu?', button: 'Zrezygnuj' },
    sample: {
      title: 'To był test',
      text: 'Ten link pochodzi z wiadomości testowej lub z podglądu. W prawdziwej wiadomości otwiera osobistą stronę odbiorcy; tutaj nie działa.',
    },
    unknown_link: {
      title: 'Ten link nie działa',
      text: 'Być może jest niekompletny. Prosimy użyć linku dokładnie w takiej postaci, w jakiej znajduje się w wiadomości.',
    },
    confirm_opt_in: {
      title: 'Potwierdzenie subskrypcji',
      text: 'Aby otrzymywać nasze wiadomości, wystarczy kliknąć przycisk.',
      button: 'Potwierdź subskrypcję',
    },
    opted_in: {
      title: 'Witamy!',
      text: 'Subskrypcja jest aktywna. W każdej wiadomości znajduje się link umożliwiający rezygnację. Można zamknąć tę stronę.',
    },
    opt_in_over: {
      title: 'Ten link wygasł',
      text: 'Jest zbyt stary albo wysłaliśmy już nowszy. Możemy teraz wysłać nową wiadomość.',
      button: 'Wyślij nową wiadomość',
    },
    opt_in_unwanted: {
      title: 'Ten link jest już nieważny',
      text: 'Nie ma już czego potwierdzać: subskrypcja została w międzyczasie anulowana lub usunięta.',
    },
    opt_in_asked_again: {
      title: 'Prosimy sprawdzić skrzynkę odbiorczą',
      text: 'Wiadomość z nowym linkiem jest już w drodze. Może to potrwać kilka minut; prosimy sprawdzić również folder ze spamem.',
    },
    gone: {
      title: 'Ta strona już nie istnieje',
      text: 'Jej treść została usunięta. Nie trzeba nic robić.',
    },
    decoy: {
      title: 'Ta strona jest pusta',
      text: 'Ten link nie jest przeznaczony do otwierania. Jeśli prowadziła do niego jedna z naszych wiadomości, nic nie zostało zmienione.',
    },
    try_again: {
      title: 'Prosimy spróbować ponownie za chwilę',
      text: 'Obecnie nie jest to możliwe i nic nie zostało zmienione. Za minutę lub dwie wszystko powinno znów działać.',
    },
    failed: {
      title: 'Nie udało się',
      text: 'Nic nie zostało zmienione. Prosimy wrócić do poprzedniej strony i spróbować ponownie.',
    },
    ask_for_link: {
      title: 'Preferencje e-mail',
      text: 'Prosimy podać adres e-mail. Wyślemy link do strony, na której można wybrać otrzymywane wiadomości.',
      button: 'Wyślij link',
    },
    link_on_its_way: {
      title: 'Prosimy sprawdzić skrzynkę odbiorczą',
      text: 'Jeśli znamy ten adres, wiadomość z linkiem jest już w drodze. Wysyłamy ją najwyżej raz na godzinę.',
    },
  },
  optOut: {
    whyLegend: 'Czy możemy zapytać o powód?',
    reasons: {
      'too many mails': 'Otrzymuję za dużo wiadomości',
      'not interesting': 'Te wiadomości mnie nie interesują',
      'never signed up': 'Te wiadomości przychodzą bez mojej zgody',
      'something else': 'Inny powód',
    },
    ownWords: 'Własnymi słowami',
    fewerEmails: 'Za dużo wiadomości? Można wybrać, które mają przychodzić',
    backAgain: 'Rezygnacja przez pomyłkę? Przejdź do preferencji',
    leaveList:
      'Proszę kliknąć przycisk, aby nie otrzymywać wiadomości z tej subskrypcji. Pozostałe wiadomości będziemy nadal wysyłać.',
  },
  preferences: {
    title: 'Preferencje e-mail',
    of: 'Preferencje dla adresu',
    saved: 'Preferencje zostały zapisane.',
    faulty: 'Nic nie zostało zapisane. Prosimy sprawdzić oznaczone pola.',
    listsLegend: 'Jakie wiadomości mamy wysyłać?',
    pauseLegend: 'Czy wstrzymać wysyłkę na pewien czas?',
    notPaused: 'Nie, proszę nadal wysyłać wiadomości',
    pausedUntil: (day) => `Tak, do ${day} r. (obecne ustawienie)`,
    oneWeek: 'Tak, na tydzień',
    oneMonth: 'Tak, na miesiąc',
    threeMonths: 'Tak, na trzy miesiące',
    untilDay: 'Tak, do wybranej daty',
    day: 'Data',
    trackingLegend: 'Czy możemy mierzyć, czy otwierają Państwo nasze e-maile i klikają zawarte w nich linki?',
    trackingGranted: 'Tak, można to mierzyć',
    trackingDenied: 'Nie, proszę tego nie mierzyć',
    forgetTracking: 'Usuń także to, co zmierzono do tej pory',
    youLegend: 'Dane osobowe',
    firstName: 'Imię',
    lastName: 'Nazwisko',
    noChoice: 'Brak wyboru',
    save: 'Zapisz',
    leaveTitle: 'Rezygnacja ze wszystkich wiadomości',
    leaveText: 'Nie wyślemy już żadnej wiadomości, niezależnie od opcji wybranych powyżej.',
    leave: 'Zrezygnuj ze wszystkich wiadomości',
    unsubscribedTitle: 'Subskrypcja jest nieaktywna',
    unsubscribedText: 'Nie wysyłamy na ten adres żadnych wiadomości. Czy wznowić subskrypcję?',
    subscribeAgain: 'Wznów subskrypcję',
    pendingTitle: 'Prosimy potwierdzić subskrypcję',
    pendingText: 'Wysłaliśmy wiadomość z linkiem. Dopóki link nie zostanie kliknięty, nie wyślemy niczego innego.',
    sendAgain: 'Wyślij wiadomość ponownie',
    confirmationSent: 'Wysyłamy wiadomość. Aby potwierdzić subskrypcję, prosimy kliknąć zawarty w niej link.',
    complainedTitle: 'Nie wysyłamy wiadomości na ten adres',
    complainedText: 'Jedna z naszych wiadomości została zgłoszona jako spam, dlatego nie wysyłamy już kolejnych.',
  },
  faults: {
    too_long: 'Ten tekst jest za długi.',
    number: 'Prosimy podać liczbę.',
    date: 'Prosimy podać datę.',
    url: 'Prosimy podać adres strony internetowej zaczynający się od https://',
    email: 'Prosimy podać adres e-mail.',
    option: 'Prosimy wybrać jedną z opcji.',
    pause_date: 'Prosimy wybrać datę z najbliższych dwunastu miesięcy.',
    forget_tracking: 'To jest możliwe tylko przy odpowiedzi Nie.',
  },
  address: 'Adres e-mail',
  locale: 'pl',
  footer: { unsubscribe: 'Zrezygnuj z subskrypcji', preferences: 'Preferencje e-mail' },
  emails: {
    doubleOptIn: {
      subject: 'Prosimy potwierdzić subskrypcję – {{ business.name }}',
      preHeader: 'Prosimy potwierdzić chęć otrzymywania naszych wiadomości.',
      greeting: 'Prosimy potwierdzić subskrypcję',
      text: 'Ten adres został zgłoszony do otrzymywania wiadomości, których nadawcą jest {{ business.name }}. Jeśli to nie pomyłka, prosimy potwierdzić subskrypcję:',
      button: 'Potwierdź subskrypcję',
      otherwise:
        'Jeśli ten adres podał ktoś inny, można zignorować tę wiadomość: bez potwierdzenia nie wyślemy żadnych wiadomości. Link jest ważny przez 30 dni.',
    },
    preferenceLink: {
      subject: 'Link do preferencji e-mail – {{ business.name }}',
      preHeader: 'Tutaj można wybrać otrzymywane wiadomości.',
      greeting: 'Preferencje e-mail',
      text: 'Otrzymaliśmy prośbę o link do strony, na której można wybrać, jakie wiadomości {{ business.name }} wysyła na ten adres. Oto link:',
      button: 'Otwórz preferencje',
      otherwise:
        'Jeśli o link poprosił ktoś inny, można zignorować tę wiadomość. Prosimy nie udostępniać tego linku: jest przeznaczony wyłącznie dla odbiorcy tej wiadomości.',
    },
  },
};
