/**
 * All texts for recipients. A new language is a file like this one and a line in `languages.ts`; it compiles only if no text is missing.
 * Recipients are addressed formally in languages with that distinction.
 */
export const EN = {
  /** Pages with text and at most one button, which posts to the page's own address. */
  pages: {
    confirm_opt_out: {
      title: 'Unsubscribe',
      text: 'Do you want to stop receiving these emails? Click the button, and we will not email you again.',
      button: 'Unsubscribe',
    },
    opted_out: {
      title: 'You are unsubscribed',
      text: 'You will no longer receive these emails. You can close this page.',
    },
    stop_report: { title: 'Stop this report', text: 'Do you want to stop receiving this report?', button: 'Stop' },
    sample: {
      title: 'This was a test',
      text: 'This link is part of a test email or a preview. In a real email, it opens the recipient’s personal page; here it does nothing.',
    },
    unknown_link: {
      title: 'This link does not work',
      text: 'It may be incomplete. Please use the link exactly as it appears in the email.',
    },
    confirm_opt_in: {
      title: 'Confirm your subscription',
      text: 'Would you like to receive our emails? Click the button to subscribe.',
      button: 'Confirm subscription',
    },
    opted_in: {
      title: 'Welcome!',
      text: 'You are now subscribed. Every email contains an unsubscribe link. You can close this page.',
    },
    opt_in_over: {
      title: 'This link has expired',
      text: 'It is too old, or we have sent you a newer one. We can send you a new email now.',
      button: 'Send a new email',
    },
    opt_in_unwanted: {
      title: 'This link is no longer valid',
      text: 'There is nothing left to confirm: you have unsubscribed in the meantime, or the subscription was removed.',
    },
    opt_in_asked_again: {
      title: 'Please check your inbox',
      text: 'An email with a new link is on its way. It can take a few minutes; please check your spam folder as well.',
    },
    gone: {
      title: 'This page no longer exists',
      text: 'Its content was deleted. You do not need to do anything.',
    },
    decoy: {
      title: 'There is nothing here',
      text: 'This link is not meant to be opened. If you followed it from one of our emails, nothing was changed.',
    },
    try_again: {
      title: 'Please try again in a moment',
      text: 'This is not possible right now, and nothing was changed. It should work again in a minute or two.',
    },
    failed: {
      title: 'That did not work',
      text: 'Nothing was changed. Please go back and try again.',
    },
    ask_for_link: {
      title: 'Your preferences',
      text: 'Enter your email address, and we will send you the link to the page where you choose which emails you receive.',
      button: 'Send the link',
    },
    link_on_its_way: {
      title: 'Please check your inbox',
      text: 'If we know this address, an email with your link is on its way. We send it at most once an hour.',
    },
  },
  optOut: {
    whyLegend: 'Would you like to tell us why?',
    /** The keys are stored values and the same in every language. */
    reasons: {
      'too many mails': 'I receive too many emails',
      'not interesting': 'The emails are not relevant to me',
      'never signed up': 'I never signed up',
      'something else': 'Something else',
    },
    ownWords: 'In your own words',
    // Links to the preferences: before and after opting out.
    fewerEmails: 'Prefer fewer emails? Choose what you receive',
    backAgain: 'Unsubscribed by mistake? Go to your preferences',
    leaveList: 'Click the button to stop receiving the emails of this subscription. Our other emails will continue.',
  },
  preferences: {
    title: 'Your email preferences',
    /** Before the masked address. */
    of: 'Preferences for',
    saved: 'Your preferences have been saved.',
    faulty: 'Nothing was saved. Please check the marked fields.',
    listsLegend: 'What would you like to receive?',
    pauseLegend: 'Would you like a break?',
    notPaused: 'No, keep sending emails',
    pausedUntil: (day: string) => `Yes, until ${day} (current setting)`,
    oneWeek: 'Yes, for a week',
    oneMonth: 'Yes, for a month',
    threeMonths: 'Yes, for three months',
    untilDay: 'Yes, until a date of my choice',
    day: 'Date',
    trackingLegend: 'May we measure whether you open our emails and click their links?',
    trackingGranted: 'Yes, you may measure it',
    trackingDenied: 'No, do not measure it',
    forgetTracking: 'Also delete what was measured so far',
    youLegend: 'About you',
    firstName: 'First name',
    lastName: 'Last name',
    noChoice: 'No selection',
    save: 'Save',
    leaveTitle: 'No more emails',
    leaveText: 'We will not email you again, regardless of your selection above.',
    leave: 'Unsubscribe from everything',
    unsubscribedTitle: 'You are unsubscribed',
    unsubscribedText: 'You do not receive any emails from us. Would you like to subscribe again?',
    subscribeAgain: 'Subscribe again',
    pendingTitle: 'Please confirm your subscription',
    pendingText: 'We sent you an email with a link. You will not receive anything else until you click it.',
    sendAgain: 'Send the email again',
    /** Shown after either of the two buttons. */
    confirmationSent: 'We are sending you an email. Please click the link in it to confirm your subscription.',
    complainedTitle: 'We do not send you emails',
    complainedText: 'You reported one of our emails as spam, so we no longer send you any.',
  },
  faults: {
    too_long: 'This is too long.',
    number: 'Please enter a number.',
    date: 'Please enter a date.',
    url: 'Please enter a web address that starts with https://',
    email: 'Please enter an email address.',
    option: 'Please choose one of the options.',
    pause_date: 'Please choose a date within the next 12 months.',
    forget_tracking: 'This is possible only with the answer No.',
    required: 'Please fill this in.',
  },
  signUp: {
    button: 'Sign up',
    /** A choice of the contact. */
    tracking: 'You may measure whether I open your emails and click their links.',
    wait: 'Please wait a few seconds, and then click the button. This keeps out automated sign-ups.',
    thanks: 'Thank you. If you need to confirm your address, an email with a link is on its way.',
    /** In an email, before the link to the preferences. */
    already:
      'This address is already subscribed to emails from {{ business.name }}. Here you choose which ones you receive:',
  },
  address: 'Your email address',
  /** BCP 47, for dates. */
  locale: 'en-GB',
  /** Links of the standard footer of emails. */
  footer: { unsubscribe: 'Unsubscribe', preferences: 'Email preferences' },
  /** Emails without a template. They contain no contact data, because anyone can request them for any address. */
  emails: {
    doubleOptIn: {
      subject: 'Please confirm your subscription to {{ business.name }}',
      preHeader: 'Please confirm that you want to receive our emails.',
      greeting: 'Confirm your subscription',
      text: 'This address was entered to subscribe to emails from {{ business.name }}. If this was you, please confirm your subscription:',
      button: 'Confirm subscription',
      otherwise:
        'If this was not you, you can ignore this email: without your confirmation, you will not receive any emails. The link is valid for 30 days.',
    },
    preferenceLink: {
      subject: 'Your link to your preferences at {{ business.name }}',
      preHeader: 'Choose which emails you receive.',
      greeting: 'Your preferences',
      text: 'You requested the link to the page where you choose which emails you receive from {{ business.name }}. Here it is:',
      button: 'Open your preferences',
      otherwise: 'If this was not you, you can ignore this email. Please do not share this link: it is for you only.',
    },
  },
};

export type Texts = typeof EN;
