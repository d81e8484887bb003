import type { Texts } from './en.js';

export const ES: Texts = {
  pages: {
    confirm_opt_out: {
      title: 'Cancelar la suscripción',
      text: '¿Desea dejar de recibir estos correos? Haga clic en el botón y no volveremos a escribirle.',
      button: 'Cancelar la suscripción',
    },
    opted_out: {
      title: 'Su suscripción se ha cancelado',
      text: 'Ya no recibirá estos correos. Puede cerrar esta página.',
    },
    stop_report: { title: 'Detener este informe', text: '¿Desea dejar de recibir este informe?', button: 'Detener' },
    sample: {
      title: 'Esto era una prueba',
      text: 'Este enlace forma parte de un correo de prueba o de una vista previa. En un correo real, abre la página personal de quien lo recibe; aquí no tiene ningún efecto.',
    },
    unknown_link: {
      title: 'Este enlace no funciona',
      text: 'Es posible que esté incompleto. Utilice el enlace tal como aparece en el correo.',
    },
    confirm_opt_in: {
      title: 'Confirme su suscripción',
      text: '¿Desea recibir nuestros correos? Haga clic en el botón para suscribirse.',
      button: 'Confirmar la suscripción',
    },
    opted_in: {
      title: '¡Le damos la bienvenida!',
      text: 'Su suscripción está confirmada. Cada correo incluye un enlace para cancelarla. Puede cerrar esta página.',
    },
    opt_in_over: {
      title: 'Este enlace ha caducado',
      text: 'Es demasiado antiguo o le hemos enviado uno más reciente. Podemos enviarle un correo nuevo ahora mismo.',
      button: 'Recibir un correo nuevo',
    },
    opt_in_unwanted: {
      title: 'Este enlace ya no es válido',
      text: 'Ya no hay nada que confirmar: desde entonces, usted ha cancelado la suscripción o esta se ha eliminado.',
    },
    opt_in_asked_again: {
      title: 'Revise su bandeja de entrada',
      text: 'Le estamos enviando un correo con un enlace nuevo. Puede tardar unos minutos; revise también la carpeta de correo no deseado.',
    },
    gone: {
      title: 'Esta página ya no existe',
      text: 'Su contenido se ha eliminado. No tiene que hacer nada.',
    },
    decoy: {
      title: 'Esta página está vacía',
      text: 'Este enlace no está pensado para abrirse. Si lo ha seguido desde uno de nuestros correos, no se ha cambiado nada.',
    },
    try_again: {
      title: 'Inténtelo de nuevo en unos instantes',
      text: 'En este momento no es posible y no se ha cambiado nada. Debería volver a funcionar en uno o dos minutos.',
    },
    failed: {
      title: 'Se ha producido un error',
      text: 'No se ha cambiado nada. Vuelva a la página anterior e inténtelo de nuevo.',
    },
    ask_for_link: {
      title: 'Sus preferencias',
      text: 'Escriba su dirección de correo y le enviaremos el enlace a la página donde elige qué correos recibe.',
      button: 'Recibir el enlace',
    },
    link_on_its_way: {
      title: 'Revise su bandeja de entrada',
      text: 'Si conocemos esta dirección, recibirá un correo con su enlace. Lo enviamos como máximo una vez por hora.',
    },
  },
  optOut: {
    whyLegend: '¿Desea decirnos el motivo?',
    reasons: {
      'too many mails': 'Recibo demasiados correos',
      'not interesting': 'Los correos no me interesan',
      'never signed up': 'Nunca me suscribí',
      'something else': 'Otro motivo',
    },
    ownWords: 'Con sus propias palabras',
    fewerEmails: '¿Prefiere recibir menos correos? Elija lo que recibe',
    backAgain: '¿Fue un error? Vaya a sus preferencias',
    leaveList:
      'Pulse el botón para dejar de recibir los correos de esta suscripción. Seguirá recibiendo nuestros demás correos.',
  },
  preferences: {
    title: 'Sus preferencias de correo',
    of: 'Preferencias de',
    saved: 'Sus preferencias se han guardado.',
    faulty: 'No se ha guardado nada. Revise los campos marcados.',
    listsLegend: '¿Qué le gustaría recibir?',
    pauseLegend: '¿Desea hacer una pausa?',
    notPaused: 'No, seguir recibiendo correos',
    pausedUntil: (day) => `Sí, hasta el ${day} (configuración actual)`,
    oneWeek: 'Sí, durante una semana',
    oneMonth: 'Sí, durante un mes',
    threeMonths: 'Sí, durante tres meses',
    untilDay: 'Sí, hasta una fecha de mi elección',
    day: 'Fecha',
    trackingLegend: '¿Podemos medir si abre nuestros correos y hace clic en sus enlaces?',
    trackingGranted: 'Sí, pueden medirlo',
    trackingDenied: 'No, no lo midan',
    forgetTracking: 'Eliminar también lo medido hasta ahora',
    youLegend: 'Sobre usted',
    firstName: 'Nombre',
    lastName: 'Apellidos',
    noChoice: 'Sin selección',
    save: 'Guardar',
    leaveTitle: 'No recibir más correos',
    leaveText: 'No volveremos a escribirle, independientemente de lo que haya seleccionado arriba.',
    leave: 'Cancelar todas las suscripciones',
    unsubscribedTitle: 'Su suscripción está cancelada',
    unsubscribedText: 'No recibe ningún correo nuestro. ¿Desea volver a suscribirse?',
    subscribeAgain: 'Volver a suscribirse',
    pendingTitle: 'Confirme su suscripción',
    pendingText: 'Le hemos enviado un correo con un enlace. No recibirá nada más hasta que haga clic en él.',
    sendAgain: 'Enviar el correo de nuevo',
    confirmationSent:
      'Le estamos enviando un correo. Haga clic en el enlace que contiene para confirmar su suscripción.',
    complainedTitle: 'No le enviamos correos',
    complainedText: 'Usted marcó uno de nuestros correos como no deseado, por lo que ya no le enviamos ninguno.',
  },
  faults: {
    too_long: 'Este texto es demasiado largo.',
    number: 'Escriba un número.',
    date: 'Escriba una fecha.',
    url: 'Escriba una dirección web que empiece por https://',
    email: 'Escriba una dirección de correo electrónico.',
    option: 'Elija una de las opciones.',
    pause_date: 'Elija una fecha dentro de los próximos doce meses.',
    forget_tracking: 'Esto solo es posible con la respuesta No.',
  },
  address: 'Su dirección de correo electrónico',
  locale: 'es',
  footer: { unsubscribe: 'Cancelar la suscripción', preferences: 'Preferencias de correo' },
  emails: {
    doubleOptIn: {
      subject: 'Confirme su suscripción a {{ business.name }}',
      preHeader: 'Confirme que desea recibir nuestros correos.',
      greeting: 'Confirme su suscripción',
      text: 'Se ha indicado esta dirección para recibir los correos de {{ business.name }}. Si ha sido usted, confirme su suscripción:',
      button: 'Confirmar la suscripción',
      otherwise:
        'Si no ha sido usted, puede ignorar este correo: sin su confirmación no recibirá ningún correo. El enlace es válido durante 30 días.',
    },
    preferenceLink: {
      subject: 'El enlace a sus preferencias en {{ business.name }}',
      preHeader: 'Elija qué correos recibe.',
      greeting: 'Sus preferencias',
      text: 'Ha solicitado el enlace a la página donde elige qué correos recibe de {{ business.name }}. Aquí lo tiene:',
      button: 'Abrir sus preferencias',
      otherwise: 'Si no ha sido usted, puede ignorar este correo. No comparta este enlace: es solo para usted.',
    },
  },
};
