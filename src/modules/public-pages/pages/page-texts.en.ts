import type { Texts } from './page-texts.js';

export const EN: Texts = {
  pages: {
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
    confirm_opt_in: {
      title: 'Confirm your subscription',
      text: 'Do you want to get our mails? One click, and you are subscribed.',
      button: 'Yes, I want the mails',
    },
    opted_in: {
      title: 'Welcome!',
      text: 'You are subscribed now. Every mail has a link with which you can leave again. You can close this page.',
    },
    opt_in_over: {
      title: 'This link is too old',
      text: 'It has expired, or we have sent you a newer one. We can send you a new mail at once.',
      button: 'Send me a new mail',
    },
    opt_in_unwanted: {
      title: 'This link is no longer valid',
      text: 'There is nothing to confirm here any more: you have unsubscribed since, or the subscription was removed.',
    },
    opt_in_asked_again: {
      title: 'Please look into your mailbox',
      text: 'A mail with a new link is on its way. It can take a few minutes; please look among the spam as well.',
    },
    gone: {
      title: 'There is nothing here any more',
      text: 'What this link led to has been deleted. There is nothing you need to do.',
    },
    decoy: {
      title: 'There is nothing here',
      text: 'This link is not meant for people. If you came here from one of our mails: nothing has happened.',
    },
    try_again: {
      title: 'Please try again in a moment',
      text: 'We cannot do this right now, and nothing was changed. In a minute or two it should work.',
    },
    failed: {
      title: 'That did not work',
      text: 'Nothing was changed. Please go back and try it once more.',
    },
    ask_for_link: {
      title: 'Your preferences',
      text: 'Enter your address, and we will mail you the link to the page where you choose which mails you get.',
      button: 'Send me the link',
    },
    link_on_its_way: {
      title: 'Please look into your mailbox',
      text: 'If we know this address, a mail with your link is on its way. We send it at most once an hour.',
    },
  },
  optOut: {
    whyLegend: 'Would you like to tell us why?',
    reasons: {
      'too many mails': 'I get too many mails',
      'not interesting': 'The mails do not interest me',
      'never signed up': 'I never signed up for them',
      'something else': 'Something else',
    },
    ownWords: 'In your own words',
    fewerMails: 'Fewer mails instead? Choose what you get',
    backAgain: 'Was that a mistake? Go to your preferences',
  },
  preferences: {
    title: 'Your mails',
    of: 'Preferences of',
    saved: 'Your preferences are saved.',
    faulty: 'Nothing is saved yet. Please look at the fields marked below.',
    listsLegend: 'What would you like to get?',
    pauseLegend: 'Would you like a break?',
    notPaused: 'No, go on writing to me',
    pausedUntil: (day) => `Yes, until ${day}, as now`,
    oneWeek: 'Yes, for a week',
    oneMonth: 'Yes, for a month',
    threeMonths: 'Yes, for three months',
    untilDay: 'Yes, until a day of my choice',
    day: 'Day',
    youLegend: 'About you',
    firstName: 'First name',
    lastName: 'Last name',
    noChoice: 'Nothing chosen',
    save: 'Save',
    leaveTitle: 'No more mails at all',
    leaveText: 'We will not write to you again, whatever is chosen above.',
    leave: 'Unsubscribe from everything',
    unsubscribedTitle: 'You are unsubscribed',
    unsubscribedText: 'We do not send you any mails. Would you like to get them again?',
    subscribeAgain: 'Subscribe again',
    pendingTitle: 'Please confirm your subscription',
    pendingText: 'We wrote you a mail with a link. We send you nothing else before you have clicked it.',
    sendAgain: 'Send the mail again',
    confirmationSent: 'We are sending you a mail. Please confirm with the link in it that you want our mails.',
    neverMailedTitle: 'We do not write to you',
    neverMailedText: 'You reported one of our mails as unwanted, so you get none from us any more.',
  },
  faults: {
    too_long: 'This is too long.',
    number: 'Please enter a number.',
    date: 'Please enter a date.',
    url: 'Please enter a web address that begins with https://',
    email: 'Please enter an e-mail address.',
    option: 'Please choose one of the options.',
    pause_date: 'Please choose a day within the next year.',
  },
  address: 'Your e-mail address',
};
