import type { PageTexts } from './texts.en';

/** Texts of all pages in Spanish. */
export const spanishTexts: PageTexts = {
  signIn: {
    title: 'Iniciar sesión',
    email: 'Correo electrónico',
    password: 'Contraseña',
    submit: 'Iniciar sesión',
    forgotten: '¿Has olvidado la contraseña?',
    failed: 'El correo electrónico o la contraseña no son correctos.',
    isUser: 'Esta dirección ya tiene una cuenta. Inicia sesión para continuar.',
    stale: 'Este inicio de sesión ha caducado. Vuelve a la aplicación y empieza de nuevo.',
    failure: 'No se ha podido iniciar sesión',
  },
  consent: {
    title: 'Permitir el acceso',
    asks: 'solicita acceso a tu cuenta:',
    signedInAs: 'Sesión iniciada como',
    leadsTo: 'Continuarás en',
    allow: 'Permitir',
    refuse: 'Rechazar',
    openid: 'saber quién eres',
    offline: 'mantener el acceso cuando no estés',
    profile: 'leer tu nombre y tu idioma',
    email: 'leer tu correo electrónico',
    full: 'actuar en tu nombre en todo lo que puedes hacer',
  },
  device: {
    title: 'Conectar un dispositivo',
    code: 'Código que muestra el dispositivo',
    submit: 'Continuar',
    compare: 'Continúa solo si tu dispositivo muestra este código:',
    confirm: 'Conectar',
    abort: 'Cancelar',
    wrongCode: 'Ningún dispositivo espera con este código.',
    connected: 'Dispositivo conectado',
    done: 'Vuelve a tu dispositivo. Puedes cerrar esta ventana.',
  },
  signOut: {
    title: 'Cerrar sesión',
    question: '¿Cerrar la sesión de Lectern en este navegador?',
    submit: 'Cerrar sesión',
    stay: 'Seguir con la sesión',
    done: 'Has cerrado la sesión.',
  },
  token: {
    title: 'Tu token',
    explanation: 'Este token actúa en tu nombre hasta que caduca. No lo compartas.',
    expires: 'Válido hasta',
    label: 'Token',
  },
};
