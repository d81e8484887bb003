import type { Texts } from './page-texts.en.js';

export const ES: Texts = {
  pages: {
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
    confirm_opt_in: {
      title: 'Confirmar su suscripción',
      text: '¿Quiere recibir nuestros correos? Un clic y quedará suscrito.',
      button: 'Sí, quiero recibirlos',
    },
    opted_in: {
      title: '¡Gracias por confirmar!',
      text: 'Ya está suscrito. En cada correo hay un enlace para darse de baja. Puede cerrar esta página.',
    },
    opt_in_over: {
      title: 'Este enlace es demasiado antiguo',
      text: 'Ha caducado o le hemos enviado uno más reciente. Podemos enviarle ahora mismo un correo nuevo.',
      button: 'Enviarme un correo nuevo',
    },
    opt_in_unwanted: {
      title: 'Este enlace ya no es válido',
      text: 'Aquí ya no hay nada que confirmar: se ha dado de baja desde entonces o la suscripción se ha eliminado.',
    },
    opt_in_asked_again: {
      title: 'Mire en su buzón',
      text: 'Un correo con un enlace nuevo está en camino. Puede tardar unos minutos; mire también en la carpeta de spam.',
    },
    gone: {
      title: 'Aquí ya no hay nada',
      text: 'Aquello a lo que llevaba este enlace se ha eliminado. No tiene que hacer nada.',
    },
    decoy: {
      title: 'Aquí no hay nada',
      text: 'Este enlace no es para lectores. Si ha llegado desde uno de nuestros correos: no ha pasado nada.',
    },
    try_again: {
      title: 'Inténtelo de nuevo en un momento',
      text: 'Ahora mismo no es posible, y no se ha cambiado nada. En uno o dos minutos debería funcionar.',
    },
    failed: {
      title: 'No ha funcionado',
      text: 'No se ha cambiado nada. Vuelva atrás e inténtelo otra vez.',
    },
    ask_for_link: {
      title: 'Sus preferencias',
      text: 'Escriba su dirección y le enviaremos el enlace a la página donde elige qué correos recibe.',
      button: 'Enviarme el enlace',
    },
    link_on_its_way: {
      title: 'Mire en su buzón de correo',
      text: 'Si conocemos esta dirección, un correo con su enlace está en camino. Lo enviamos como mucho una vez por hora.',
    },
  },
  optOut: {
    whyLegend: '¿Quiere decirnos por qué?',
    reasons: {
      'too many mails': 'Recibo demasiados correos',
      'not interesting': 'Los correos no me interesan',
      'never signed up': 'Nunca me suscribí',
      'something else': 'Otro motivo',
    },
    ownWords: 'Con sus propias palabras',
    fewerEmails: '¿Prefiere menos correos? Elija lo que recibe',
    backAgain: '¿Fue un error? Ir a sus preferencias',
  },
  preferences: {
    title: 'Sus correos',
    of: 'Preferencias de',
    saved: 'Sus preferencias se han guardado.',
    faulty: 'Todavía no se ha guardado nada. Revise los campos señalados.',
    listsLegend: '¿Qué le gustaría recibir?',
    pauseLegend: '¿Quiere hacer una pausa?',
    notPaused: 'No, sigan escribiéndome',
    pausedUntil: (day) => `Sí, hasta el ${day}, como ahora`,
    oneWeek: 'Sí, durante una semana',
    oneMonth: 'Sí, durante un mes',
    threeMonths: 'Sí, durante tres meses',
    untilDay: 'Sí, hasta el día que yo elija',
    day: 'Día',
    youLegend: 'Sobre usted',
    firstName: 'Nombre',
    lastName: 'Apellidos',
    noChoice: 'Sin elegir',
    save: 'Guardar',
    leaveTitle: 'Ningún correo más',
    leaveText: 'No volveremos a escribirle, sea lo que sea lo elegido arriba.',
    leave: 'Darse de baja de todo',
    unsubscribedTitle: 'Usted está de baja',
    unsubscribedText: 'No le enviamos ningún correo. ¿Le gustaría volver a recibirlos?',
    subscribeAgain: 'Volver a suscribirse',
    pendingTitle: 'Confirme su suscripción',
    pendingText: 'Le hemos enviado un correo con un enlace. Mientras no lo abra, no le enviaremos nada más.',
    sendAgain: 'Enviar el correo otra vez',
    confirmationSent: 'Le estamos enviando un correo. Confirme con el enlace que contiene que desea nuestros correos.',
    complainedTitle: 'No le escribimos',
    complainedText: 'Usted señaló uno de nuestros correos como no deseado y por eso ya no recibe ninguno nuestro.',
  },
  faults: {
    too_long: 'Es demasiado largo.',
    number: 'Escriba un número.',
    date: 'Escriba una fecha.',
    url: 'Escriba una dirección web que empiece por https://',
    email: 'Escriba una dirección de correo.',
    option: 'Elija una de las opciones.',
    pause_date: 'Elija un día dentro del próximo año.',
  },
  address: 'Su dirección de correo',
};
